"""The bench in the browser: fights put together, their odds found beside the server, read again and opened as tables.

- `asked` is what a page or a program sends, and the fight that it means; `at_table` the same for a referee's table;
- `worker` finds odds in a process of its own, `running` starts, follows and ends such processes, within the budget of
  this server;
- `shown` is what is told of an answer, `opening` makes a table of a fight, `routes` are the addresses.

Nothing is kept between two requests but processes that are idle and the last few answers: a run is one request, its
progress and its end come as they happen, and whoever hangs up has stopped it.
"""
