// What the modules of the lab's page draw with.
export const $ = (id) => document.getElementById(id);

/** Draws a list. It is not drawn again until it changes, so that an open list and its selection stay. */
export function replace(list, values, make) {
  const key = JSON.stringify(values);
  if (list.dataset.drawn === key) return;
  list.dataset.drawn = key;
  list.replaceChildren(...values.map(make));
}

/** Shows which of a group's buttons is the chosen one. */
export function press(group, value) {
  for (const button of group.children) button.setAttribute("aria-pressed", String(button.dataset.value === value));
}

export function listItem(text, className = "") {
  const item = document.createElement("li");
  item.textContent = text;
  item.className = className;
  return item;
}

/** Makes a form hand over its data instead of leaving the page. */
export function form(id, submit) {
  $(id).onsubmit = (event) => {
    event.preventDefault();
    submit(new FormData(event.target));
  };
}
