// The events on the phone, newest first, in tabs by kind.
const maximum = 400;
const list = document.getElementById("feed");
const panel = document.getElementById("feed-panel");
const tabs = [...document.querySelectorAll("[role=tab]")];
let kind = "all";

const isShown = (item) => kind === "all" || kind === item.dataset.kind;

function drawEmpty() {
  document.getElementById("feed-empty").hidden = [...list.children].some(isShown);
}

export function clearFeed() {
  list.replaceChildren();
  drawEmpty();
}

function element(name, className, ...content) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...content);
  return made;
}

export function addEntry(entry) {
  const time = element("time", "", new Date(entry.time).toLocaleTimeString([], { hour12: false }));
  time.dateTime = entry.time;
  const item = element("li", entry.isGood ? "" : "failed", time, element("span", "kind", entry.kind),
    element("span", "what", element("b", "", entry.title), " ", entry.detail));
  item.dataset.kind = entry.kind;
  item.hidden = !isShown(item);
  list.prepend(item);
  while (list.children.length > maximum) list.lastChild.remove();
  document.getElementById("feed-empty").hidden = true;
}

function choose(tab) {
  kind = tab.dataset.kind;
  for (const other of tabs) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
  }
  panel.setAttribute("aria-labelledby", tab.id);
  for (const item of list.children) item.hidden = !isShown(item);
  drawEmpty();
}

for (const [index, tab] of tabs.entries()) {
  tab.onclick = () => choose(tab);
  tab.onkeydown = (event) => {
    const steps = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const next = tabs[(steps[event.key] + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  };
}
