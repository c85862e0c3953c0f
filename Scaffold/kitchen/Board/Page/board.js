// Keeps the page as the kitchen's program has it. Without this script the page works too: its forms
// are sent as they are, and reloading it shows what is new.

const board = document.getElementById("board");
const notice = document.getElementById("notice");
const news = document.getElementById("news");
const connection = document.getElementById("connection");

// Each card as it came, so that one is exchanged only if it has changed: a button that is pressed, or
// has the focus, stays the same button.
const sources = new WeakMap();

const cards = (root) => root.querySelectorAll(".card");
const say = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

function remember(root) {
  for (const card of cards(root)) sources.set(card, card.outerHTML);
}

function update(html) {
  const next = new DOMParser().parseFromString(html, "text/html");
  remember(next);
  const known = new Map([...cards(board)].map((card) => [card.id, card]));
  const focus = focused();
  const changes = [];
  for (const line of ["problem", "cancelled"]) {
    say(document.getElementById(line), next.getElementById(line).textContent);
  }
  for (const column of next.querySelectorAll(".column")) {
    const here = document.getElementById(column.id);
    say(here.querySelector(".count"), column.querySelector(".count").textContent);
    const wanted = [...cards(column)].map((card) => {
      const old = known.get(card.id);
      known.delete(card.id);
      if (old && sources.get(old) === sources.get(card)) return old;
      if (!old || old.dataset.says !== card.dataset.says) changes.push(card.dataset.says);
      return card;
    });
    arrange(here.querySelector(".cards"), wanted);
  }
  for (const gone of known.values()) changes.push(`${gone.ariaLabel} has left the board`);
  if (changes.length > 0) say(news, `${changes.join(". ")}.`);
  restore(focus);
  tellTimes();
}

// Moves no card that is where it belongs.
function arrange(list, wanted) {
  for (const card of [...list.children]) {
    if (!wanted.includes(card)) card.remove();
  }
  wanted.forEach((card, index) => {
    if (list.children[index] !== card) list.insertBefore(card, list.children[index] ?? null);
  });
}

function focused() {
  const element = document.activeElement;
  const card = element?.closest(".card");
  if (!card) return null;
  return { element, id: card.id, column: card.closest(".column").id, index: place(card) };
}

const place = (card) => [...card.parentElement.children].indexOf(card);

// The order itself keeps the focus, wherever it is now. Not its next button: a key that is held down
// would take the next step too.
function restore(focus) {
  if (!focus || focus.element.isConnected) return;
  const column = document.getElementById(focus.column);
  const rest = [...cards(column)];
  const target =
    document.getElementById(focus.id) ??
    rest[Math.min(focus.index, rest.length - 1)] ??
    column.querySelector("h2");
  target.focus();
}

function tellTimes() {
  for (const time of board.querySelectorAll("time")) {
    const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 60000));
    const text =
      minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
    say(time, minutes === 0 ? "now" : text);
  }
}

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(new FormData(form)),
    });
    const isAnswer = answer.headers.get("Content-Type") === "application/json";
    const refusal = "This board was closed. Open its new link.";
    say(notice, isAnswer ? ((await answer.json()).message ?? "") : refusal);
  } catch {
    say(notice, "The step was not taken: ‘kitchen board’ does not answer.");
  } finally {
    form.ariaBusy = "false";
  }
});

remember(board);
tellTimes();
setInterval(tellTimes, 10000);

const events = new EventSource("/events");
events.onopen = () => {
  say(connection, "");
  document.body.classList.remove("offline");
};
events.onmessage = (event) => update(event.data);
events.onerror = () => {
  document.body.classList.add("offline");
  const isOver = events.readyState === EventSource.CLOSED;
  say(
    connection,
    isOver
      ? "This board was closed. Open its new link."
      : "No connection to ‘kitchen board’. What is shown may be old.",
  );
};
