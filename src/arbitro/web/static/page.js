// What every page does: light and dark without a reload, times in the reader's own clock, a notice for when the server is
// away; and a click counts only for what was pressed.

import "./gesture.js";

function rememberTheme(theme) {
  document.cookie = `arbitro-theme=${theme}; path=/; max-age=31536000; samesite=lax`;
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

for (const link of document.querySelectorAll("[data-theme-switch]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    rememberTheme(theme);
  });
}

const clock = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time[data-time]")) {
  const moment = new Date(time.dateTime);
  if (!Number.isNaN(moment.valueOf())) time.textContent = clock.format(moment);
}

if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/worker.js").catch(() => {}); // without it the browser says itself that nobody answers
}
