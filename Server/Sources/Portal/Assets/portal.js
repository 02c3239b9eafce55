// Every page works without this script. It copies addresses, closes the menu on a narrow screen and changes the app when another one is chosen.
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
