// The content pages work without this script. It previews while somebody types, drags rows and shows live events.
"use strict";

(() => {
  // Only the forms that this page marked are sent by scripts: no markup from elsewhere knows the mark.
  const mark = document.currentScript.dataset.mark;
  const marked = (name) => [...document.querySelectorAll(`form[data-${name}]`)]
    .filter((form) => mark && form.getAttribute(`data-${name}`) === mark);

  const [editor] = marked("editor");
  if (editor) {
    const previewButton = [...editor.elements].find((element) => element.matches("button[data-preview]"));
    let timer = 0;
    let frame = document.querySelector("iframe[name=preview]");
    let count = 0;
    // Each preview gets a new frame, because reusing one adds to the history. The old frame shows until the new one has loaded.
    const renew = () => {
      const last = frame;
      const position = last.contentWindow?.scrollY ?? 0;
      frame = last.cloneNode();
      frame.removeAttribute("src");
      frame.classList.add("loading");
      count += 1;
      frame.name = `preview-${count}`;
      previewButton.formTarget = frame.name;
      last.after(frame);
      const next = frame;
      next.addEventListener("load", () => {
        next.classList.remove("loading");
        // A newer frame may be on its way.
        for (const other of document.querySelectorAll(".preview iframe")) {
          if (other.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING) other.remove();
        }
        next.contentWindow?.scrollTo(0, position);
      });
    };
    const refresh = (delay) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        renew();
        editor.requestSubmit(previewButton);
      }, delay);
    };
    previewButton.hidden = true;
    editor.addEventListener("input", () => refresh(500));
    for (const choice of document.querySelectorAll("input[name=theme], input[name=view]")) {
      choice.addEventListener("change", () => refresh(0));
    }
    // The preview submits as well, and checks nothing: only what a save has refused is marked.
    editor.addEventListener("invalid", (event) => event.target.setAttribute("aria-invalid", "true"), true);
    editor.addEventListener("input", (event) => event.target.removeAttribute("aria-invalid"));
    refresh(0);
  }

  // The box for the whole page ticks every row, and loses its tick with a row's.
  const [selection] = marked("selection");
  if (selection) {
    const all = selection.elements.all;
    const rows = [...selection.elements].filter((element) => element.name === "take");
    const count = document.querySelector("[data-selection-count]");
    const { noun } = selection.dataset;
    const show = () => {
      const ticked = rows.filter((row) => row.checked).length;
      all.checked = ticked > 0 && ticked === rows.length;
      all.indeterminate = ticked > 0 && ticked < rows.length;
      count.textContent = ticked === 0 ? "" : ticked === 1 ? `1 ${noun} is ticked` : `${ticked} ${noun}s are ticked`;
    };
    const showAll = () => {
      for (const row of rows) row.checked = all.checked;
      show();
    };
    all.addEventListener("change", showAll);
    for (const row of rows) row.addEventListener("change", show);
    // The box may have been ticked before this script ran.
    if (all.checked) showAll();
    else show();
  }

  // Rows are dragged with a pointer; the arrow buttons beside them do the same with a keyboard.
  const [orderForm] = marked("order-form");
  for (const list of orderForm ? document.querySelectorAll("[data-sortable]") : []) {
    const rows = () => [...list.children];
    let dragged = null;
    for (const row of rows()) {
      row.draggable = true;
      row.addEventListener("dragstart", (event) => {
        event.stopPropagation();
        dragged = row;
        row.classList.add("dragged");
        event.dataTransfer.effectAllowed = "move";
      });
      row.addEventListener("dragover", (event) => {
        if (!dragged || dragged === row) return;
        event.preventDefault();
        const middle = row.getBoundingClientRect().top + row.offsetHeight / 2;
        list.insertBefore(dragged, event.clientY < middle ? row : row.nextSibling);
      });
      row.addEventListener("drop", (event) => event.preventDefault());
      row.addEventListener("dragend", (event) => {
        event.stopPropagation();
        row.classList.remove("dragged");
        dragged = null;
        orderForm.elements.parent.value = list.dataset.parent ?? "";
        orderForm.elements.order.value = rows().map((item) => item.dataset.uri).join("\n");
        orderForm.elements.uri.value = row.dataset.uri;
        orderForm.submit();
      });
    }
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
