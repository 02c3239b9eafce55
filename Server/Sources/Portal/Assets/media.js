// The library works without this script by forms. It takes dropped and pasted files, shows how far an upload is, sets a focus point by a click, and puts pictures into an article's text.
"use strict";

(() => {
  // Only the forms that this page marked are sent by scripts: no markup from elsewhere knows the mark.
  const mark = document.currentScript.dataset.mark;
  const marked = (name) => [...document.querySelectorAll(`form[data-${name}]`)]
    .filter((form) => mark && form.getAttribute(`data-${name}`) === mark);

  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  // Files wait for those before them: the server decodes few at once.
  const atOnce = 3;
  let running = 0;
  const waiting = [];
  const next = () => {
    while (running < atOnce && waiting.length > 0) {
      running += 1;
      waiting.shift()(() => { running -= 1; next(); });
    }
  };

  // Sends one file. Its line in the list shows how far it is, and stays when it was refused.
  const upload = (file, form, hub, list) => new Promise((done) => {
    const line = element("li");
    const name = element("span", file.name || "Pasted picture");
    const bar = element("progress");
    bar.max = 1;
    bar.value = 0;
    bar.setAttribute("aria-label", `Upload of ${name.textContent}`);
    line.append(name, " ", bar);
    list.append(line);
    const refuse = (message) => {
      bar.remove();
      line.className = "media-refused";
      line.append(element("span", message));
      done(null);
    };
    waiting.push((end) => {
      const data = new FormData();
      for (const field of ["csrf", "app"]) if (form.elements[field]) data.append(field, form.elements[field].value);
      data.append("hub", hub);
      data.append("answer", "json");
      data.append("file", file, file.name || "pasted.png");
      const request = new XMLHttpRequest();
      request.open("POST", "/portal/media");
      request.upload.addEventListener("progress", (event) => { if (event.lengthComputable) bar.value = event.loaded / event.total; });
      request.addEventListener("loadend", () => {
        end();
        let answer = null;
        try { answer = JSON.parse(request.responseText); } catch { answer = null; }
        if (request.status === 200 && answer?.name) {
          line.remove();
          done(answer);
        } else if (request.status === 413) {
          refuse(answer?.message ?? "The file is too large.");
        } else {
          refuse(answer?.message ?? (request.status === 0 ? "The server cannot be reached. Try again." : "The file was not taken. Sign in again and repeat."));
        }
      });
      request.send(data);
    });
    next();
  });

  const filesOf = (transfer) => [...(transfer?.files ?? [])];

  // Takes files that are dropped on or pasted into a part of the page.
  const receive = (place, take) => {
    const holds = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
    place.addEventListener("dragover", (event) => {
      if (!holds(event)) return;
      event.preventDefault();
      place.classList.add("media-over");
    });
    place.addEventListener("dragleave", () => place.classList.remove("media-over"));
    place.addEventListener("drop", (event) => {
      if (!holds(event)) return;
      event.preventDefault();
      place.classList.remove("media-over");
      take(filesOf(event.dataTransfer));
    });
    place.addEventListener("paste", (event) => {
      const files = filesOf(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    });
  };

  const announce = (text) => {
    const region = document.getElementById("announcer");
    if (region) region.textContent = text;
  };

  // The library's page.
  const [library] = marked("media-upload");
  if (library) {
    const input = library.elements.file;
    const progress = library.querySelector("[data-media-progress]");
    input.multiple = true;
    library.querySelector("[data-media-hint]").hidden = false;
    const take = async (files) => {
      if (files.length === 0) return;
      progress.replaceChildren();
      const stored = (await Promise.all(files.map((file) => upload(file, library, library.elements.hub.value, progress)))).filter(Boolean);
      input.value = "";
      if (stored.length === 0) return;
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of ["[data-media-list]", "[data-media-count]"]) {
        const fresh = page.querySelector(part);
        if (fresh) document.querySelector(part)?.replaceWith(fresh);
      }
      document.querySelector(".empty")?.remove();
      announce(stored.length === 1 ? `${stored[0].name} is in the library` : `${stored.length} files are in the library`);
      for (const item of stored) {
        document.querySelector(`[data-media-list] [data-name="${CSS.escape(item.name)}"]`)?.classList.add("media-new");
      }
    };
    library.addEventListener("submit", (event) => {
      event.preventDefault();
      take([...input.files]);
    });
    input.addEventListener("change", () => take([...input.files]));
    receive(document.body, take);
  }

  // The page of one picture: a click sets the focus point, and the point shows the numbers.
  const picture = document.querySelector("[data-media-focus]");
  const [left, top] = [document.getElementById("focus-x"), document.getElementById("focus-y")];
  if (picture && left && top) {
    const point = document.querySelector("[data-media-point]");
    for (const hint of document.querySelectorAll("[data-media-hint]")) hint.hidden = false;
    picture.classList.add("media-clickable");
    const show = () => {
      point.hidden = false;
      point.style.left = `${left.value}%`;
      point.style.top = `${top.value}%`;
    };
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const part = (value, size) => String(Math.min(100, Math.max(0, Math.round((value / size) * 100))));
      left.value = part(event.clientX - box.left, box.width);
      top.value = part(event.clientY - box.top, box.height);
      show();
    });
    for (const field of [left, top]) field.addEventListener("input", show);
    show();
  }

  // The article's editor.
  const tools = document.querySelector("[data-media-editor]");
  const [editor] = marked("editor");
  if (tools && editor) {
    const hub = tools.dataset.mediaEditor;
    const text = editor.elements.body;
    const find = (name) => tools.querySelector(`[data-media-${name}]`);
    const [pick, choose, progress, dialog] = [find("pick"), find("choose"), find("progress"), find("dialog")];
    const [results, state, search] = [dialog.querySelector("[data-media-results]"), dialog.querySelector("[data-media-state]"), dialog.querySelector("input")];
    // Outside the form, so that the dialog's own field belongs to no form.
    document.body.append(dialog);
    for (const part of [pick, choose, find("hint")]) part.hidden = false;
    find("plain").hidden = true;

    // Writes at the cursor; the words that ask for a description are selected, so that typing replaces them.
    const insert = (markdowns) => {
      text.focus();
      const start = text.selectionStart;
      const written = markdowns.join("\n\n");
      if (!document.execCommand("insertText", false, written)) {
        text.setRangeText(written, start, text.selectionEnd, "end");
        text.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
      const asked = "Describe the picture";
      const place = text.value.indexOf(`![${asked}]`, start);
      if (place >= 0 && place < start + written.length) text.setSelectionRange(place + 2, place + 2 + asked.length);
    };
    // A save waits for pictures that are on their way: their Markdown is not in the text yet.
    let arriving = 0;
    let held = null;
    let isRefused = false;
    editor.addEventListener("submit", (event) => {
      if (arriving === 0 || !event.submitter?.matches("button[name=as]")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held = event.submitter;
      announce("The article is saved when its pictures are uploaded");
    }, { capture: true });
    const take = async (files) => {
      if (arriving === 0) isRefused = false;
      arriving += 1;
      progress.replaceChildren();
      const stored = (await Promise.all(files.map((file) => upload(file, editor, hub, progress)))).filter(Boolean);
      arriving -= 1;
      isRefused ||= stored.length < files.length;
      if (stored.length > 0) {
        insert(stored.map((item) => item.markdown));
        announce(stored.length === 1 ? `${stored[0].name} is in the text` : `${stored.length} files are in the text`);
      }
      if (arriving > 0 || !held) return;
      const [button, isIncomplete] = [held, isRefused];
      [held, isRefused] = [null, false];
      // A picture that was refused says why beside its name, and the person decides.
      if (isIncomplete) announce("The article is not saved, because a picture was refused");
      else editor.requestSubmit(button);
    };
    receive(text, take);
    const input = choose.querySelector("input");
    input.addEventListener("change", () => {
      take([...input.files]);
      input.value = "";
    });

    let latest = 0;
    const look = async () => {
      const number = (latest += 1);
      state.textContent = "Looking…";
      const address = new URL("/portal/media", location.href);
      address.search = new URLSearchParams({ hub, q: search.value }).toString();
      try {
        const answer = await fetch(address, { headers: { Accept: "text/html" } });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (number !== latest) return;
        const cards = [...page.querySelectorAll("[data-media-list] [data-markdown]")];
        state.textContent = cards.length === 0 ? "No file matches." : (page.querySelector("[data-media-count]")?.textContent ?? "");
        results.replaceChildren(...cards.map((card) => {
          const item = element("li", "", "media-card");
          const button = element("button", "", "media-choice");
          button.type = "button";
          const image = card.querySelector("img");
          const shown = image ? document.importNode(image, true) : element("span", "File", "media-stand-in");
          button.append(shown, element("span", card.dataset.name, "media-name"));
          button.addEventListener("click", () => {
            dialog.close();
            insert([card.dataset.markdown]);
          });
          item.append(button);
          return item;
        }));
      } catch {
        state.textContent = "The library cannot be reached. Try again.";
      }
    };
    pick.addEventListener("click", () => {
      dialog.showModal();
      search.focus();
      look();
    });
    let timer = 0;
    search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(look, 250);
    });
    dialog.querySelector("[data-media-close]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => text.focus());
  }
})();
