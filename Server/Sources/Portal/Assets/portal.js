// Small comforts on top of pages that work without them: copying an address, previewing while typing, live events, and asking before text is lost.
"use strict";

(() => {
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

  const editor = document.querySelector("form[data-editor]");
  if (editor) {
    const previewButton = editor.querySelector("button[data-preview]");
    let timer = 0;
    let dirty = false;
    let saving = false;
    const refresh = (delay) => {
      clearTimeout(timer);
      timer = setTimeout(() => editor.requestSubmit(previewButton), delay);
    };
    editor.addEventListener("input", (event) => {
      if (event.target.name !== "theme") dirty = true;
      refresh(event.target.name === "theme" ? 0 : 500);
    });
    editor.addEventListener("submit", (event) => { saving = event.submitter !== previewButton; });
    addEventListener("beforeunload", (event) => {
      if (dirty && !saving) event.preventDefault();
    });
    refresh(0);
  }

  const live = document.querySelector("[data-live]");
  if (live) {
    const list = live.querySelector("ol");
    const state = live.querySelector("[data-live-state]");
    const source = new EventSource(live.dataset.live);
    const limit = 200;
    source.addEventListener("open", () => { state.textContent = "Connected"; });
    source.addEventListener("error", () => { state.textContent = "Connection lost; trying again"; });
    source.addEventListener("message", (message) => {
      const event = JSON.parse(message.data);
      const item = document.createElement("li");
      const time = document.createElement("time");
      time.dateTime = event.time;
      time.textContent = event.clock;
      const name = document.createElement("strong");
      name.textContent = event.name;
      const detail = document.createElement("span");
      detail.className = "quiet small";
      detail.textContent = event.detail;
      item.append(time, name, detail);
      list.prepend(item);
      while (list.children.length > limit) list.lastElementChild.remove();
      live.querySelector("[data-live-empty]").hidden = true;
    });
  }
})();
