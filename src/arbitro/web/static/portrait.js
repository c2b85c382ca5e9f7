// A picture of one's own for somebody's token: cut to a square and made small here, checked by the server.

import { request } from "./api.js";

const SIDE = 128;

/** The middle of a photograph as a small square PNG; throws where the file is no picture. */
async function squared(file) {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const [x, y] = [(image.width - side) / 2, (image.height - side) / 2];
  canvas.getContext("2d").drawImage(image, x, y, side, side, 0, 0, SIDE, SIDE);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Let the pictures of sheets be set and taken away; `close` is called when that is done. */
export function portraits(table, { message, words, close }) {
  const at = (who) => `/v1/tables/${encodeURIComponent(table)}/pictures/${encodeURIComponent(who)}`;
  const told = async (act) => {
    try {
      await act();
      close();
    } catch (error) {
      message(error.status === undefined ? words.noPicture : error.message);
    }
  };
  document.addEventListener("change", ({ target }) => {
    const form = target.closest?.("[data-portrait]");
    if (!form || !target.files?.length) return;
    const [file] = target.files;
    told(async () => request("PUT", at(form.dataset.portrait), await squared(file), "image/png"));
  });
  document.addEventListener("click", ({ target }) => {
    const form = target.closest?.("[data-portrait-drop]")?.closest("[data-portrait]");
    if (form) told(() => request("DELETE", at(form.dataset.portrait)));
  });
}
