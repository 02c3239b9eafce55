// Every page works without this script. It copies addresses, closes the menu on a narrow screen, changes the app when another one is chosen, and asks before text is lost.
"use strict";

(() => {
  // Only the forms that this page marked are sent by scripts: no markup from elsewhere knows the mark.
  const mark = document.currentScript.dataset.mark;
  const marked = (name) => [...document.querySelectorAll(`form[data-${name}]`)]
    .filter((form) => mark && form.getAttribute(`data-${name}`) === mark);

  const announce = (text) => {
    const region = document.getElementById("announcer");
    if (region) region.textContent = text;
  };

  const menu = document.querySelector("details.menu");
  if (menu && matchMedia("(max-width: 48rem)").matches) menu.open = false;

  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.copy);
        announce(`Copied ${button.dataset.copy}`);
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
      } catch {
        announce("Copying was refused; select the address and copy it by hand");
      }
    });
  }

  // Leaving a page asks first while a form has something that is not saved. A button with a target of its own, such as that of a
  // preview, saves nothing.
  for (const form of marked("unsaved")) {
    // What was refused, or came back with more rows, is still to be saved.
    let dirty = "typed" in form.dataset;
    let saving = false;
    form.addEventListener("input", () => { dirty = true; });
    // At the document, because a script of the form may hold the form back.
    document.addEventListener("submit", (event) => {
      saving = event.target === form && !event.submitter?.formTarget && !event.defaultPrevented;
    });
    addEventListener("beforeunload", (event) => {
      if (dirty && !saving) event.preventDefault();
    });
  }

  for (const form of marked("autosubmit")) {
    form.querySelector("button").hidden = true;
    // A choice by arrow key is no decision yet: the form goes when the choice is left or confirmed.
    form.addEventListener("keydown", (event) => { if (event.key === "Enter") form.requestSubmit(); });
    const select = form.querySelector("select");
    const initial = select.value;
    let byPointer = false;
    select.addEventListener("pointerdown", () => { byPointer = true; });
    select.addEventListener("change", () => { if (byPointer) form.requestSubmit(); });
    select.addEventListener("blur", () => { if (select.value !== initial) form.requestSubmit(); });
  }
})();
