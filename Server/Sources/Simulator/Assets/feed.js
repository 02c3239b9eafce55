// The events on the phone, newest first, in tabs by kind.
import { setUpTabs } from "/lab/assets/tabs.js";

const maximum = 400;
const list = document.getElementById("feed");
const panel = document.getElementById("feed-panel");
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
    element("span", "what", ...(entry.app ? [element("span", "of", entry.app), " "] : []), element("b", "", entry.title),
      " ", entry.detail));
  item.dataset.kind = entry.kind;
  item.hidden = !isShown(item);
  list.prepend(item);
  while (list.children.length > maximum) list.lastChild.remove();
  document.getElementById("feed-empty").hidden = true;
}

setUpTabs(document.getElementById("feed-tabs"), (tab) => {
  kind = tab.dataset.kind;
  panel.setAttribute("aria-labelledby", tab.id);
  for (const item of list.children) item.hidden = !isShown(item);
  drawEmpty();
});
