// An article is written without this script too. It adds a toolbar, keyboard shortcuts, links to other articles, known tags, times of the writer's zone, and keeps a copy of what is not saved.
"use strict";

(() => {
  // Only the form that this page marked is changed by scripts: no markup from elsewhere knows the mark.
  const mark = document.currentScript.dataset.mark;
  const editor = [...document.querySelectorAll("form[data-editor]")].find((form) => mark && form.dataset.editor === mark);
  const text = editor?.elements.body;
  const tools = document.querySelector("[data-editor-tools]");
  if (!editor || !text || !editor.elements.title) return;

  const button = (words, press) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "tight";
    made.textContent = words;
    made.addEventListener("click", press);
    return made;
  };

  // Replaces a range as typing does, so that the browser's undo knows it, and selects a part of what was written.
  const write = (from, to, words, select = [words.length, words.length]) => {
    text.focus();
    text.setSelectionRange(from, to);
    if (!document.execCommand("insertText", false, words)) {
      text.setRangeText(words, from, to, "end");
      text.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    text.setSelectionRange(from + select[0], from + select[1]);
  };

  const wrap = (sign, words) => {
    const [from, to] = [text.selectionStart, text.selectionEnd];
    const inner = text.value.slice(from, to) || words;
    write(from, to, sign + inner + sign, [sign.length, sign.length + inner.length]);
  };

  // Begins each line of the selection with a sign, or takes the sign away where all have it.
  const line = (sign) => {
    const from = text.value.lastIndexOf("\n", text.selectionStart - 1) + 1;
    const end = text.value.indexOf("\n", Math.max(from, text.selectionEnd - 1));
    const to = end < 0 ? text.value.length : end;
    const lines = text.value.slice(from, to).split("\n");
    const has = lines.every((each) => each.startsWith(sign));
    const changed = lines.map((each) => (has ? each.slice(sign.length) : sign + each)).join("\n");
    write(from, to, changed);
  };

  const table = () => {
    const [from, to] = [text.selectionStart, text.selectionEnd];
    const gap = from === 0 || text.value.slice(0, from).endsWith("\n\n") ? "" : text.value.slice(0, from).endsWith("\n") ? "\n" : "\n\n";
    const words = `${gap}| Column | Column |\n| --- | --- |\n| Text | Text |\n`;
    write(from, to, words, [gap.length + 2, gap.length + 8]);
  };

  // Links: the list of articles is searched as its page does it.
  const dialog = document.querySelector("[data-link-dialog]");
  const [search, state, results] = ["input", "[data-link-state]", "[data-link-results]"].map((part) => dialog?.querySelector(part));
  let range = [0, 0];
  const link = (title, address) => {
    dialog.close();
    const [from, to] = range;
    const inner = text.value.slice(from, to) || title;
    const words = inner.replace(/[[\]\\]/g, "\\$&");
    write(from, to, `[${words}](${address})`, [1, 1 + words.length]);
  };
  let latest = 0;
  const look = async () => {
    const number = (latest += 1);
    const typed = search.value.trim();
    const address = /^https?:\/\/[^\s()<>]+$/i.test(typed) ? typed : null;
    results.replaceChildren();
    if (address) {
      state.textContent = "";
      const item = document.createElement("li");
      item.append(button(`Link to ${address}`, () => link(address, address)));
      results.append(item);
      return;
    }
    state.textContent = "Looking…";
    try {
      const place = new URL("/portal/content", location.href);
      place.search = new URLSearchParams({ q: typed }).toString();
      const page = new DOMParser().parseFromString(await (await fetch(place)).text(), "text/html");
      if (number !== latest) return;
      const found = [...page.querySelectorAll("tbody tr")].slice(0, 12).map((row) => ({
        title: row.querySelector("th")?.textContent ?? "", place: row.querySelector("td[data-name=Channel]")?.textContent ?? "",
        uri: row.querySelector("[data-copy]")?.dataset.copy ?? "",
      })).filter((each) => each.uri);
      state.textContent = found.length === 0 ? "No article matches." : "";
      results.replaceChildren(...found.map((each) => {
        const item = document.createElement("li");
        const where = document.createElement("span");
        where.className = "quiet small";
        where.textContent = each.place;
        item.append(button(each.title, () => link(each.title, each.uri)), " ", where);
        return item;
      }));
    } catch {
      state.textContent = "The articles cannot be reached. Try again.";
    }
  };
  const chooseLink = () => {
    range = [text.selectionStart, text.selectionEnd];
    search.value = "";
    dialog.showModal();
    search.focus();
    look();
  };
  if (dialog) {
    // Outside the form, so that the dialog's own field belongs to no form.
    document.body.append(dialog);
    let timer = 0;
    search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(look, 250);
    });
    dialog.querySelector("[data-link-close]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => text.focus());
  }

  const press = (tool) => {
    if (tool.dataset.wrap) wrap(tool.dataset.wrap, tool.dataset.words);
    if (tool.dataset.line) line(tool.dataset.line);
    if ("table" in tool.dataset) table();
    if ("link" in tool.dataset) chooseLink();
  };
  if (tools) {
    // One stop of the Tab key; the arrow keys go through the tools.
    const all = [...tools.querySelectorAll("button")];
    tools.hidden = false;
    all.forEach((tool, index) => {
      tool.tabIndex = index === 0 ? 0 : -1;
      tool.addEventListener("click", () => press(tool));
      tool.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const next = all[(index + step + all.length) % all.length];
        for (const each of all) each.tabIndex = each === next ? 0 : -1;
        next.focus();
      });
    });
  }
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const key = event.key.toLowerCase();
    if (key === "s") {
      event.preventDefault();
      // The first button keeps the article as it is: a draft stays a draft, and what is ready or scheduled stays so.
      editor.requestSubmit([...editor.elements].find((element) => element.matches("button[name=as]")));
    }
    const tool = document.activeElement === text && tools?.querySelector(`[aria-keyshortcuts="Control+${key.toUpperCase()}"]`);
    if (tool) {
      event.preventDefault();
      press(tool);
    }
  });

  // Tags: those that are known complete what is typed, and a second spelling is said.
  const [tags, hint] = [editor.elements.tags, document.querySelector("[data-tag-hint]")];
  const known = [...document.querySelectorAll("#known-tags option")].map((option) => option.value);
  const plain = (tag) => tag.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
  if (tags && hint) {
    const parts = () => tags.value.split(",").map((tag) => tag.trim()).filter(Boolean);
    const store = (list) => {
      tags.value = list.join(", ");
      tags.dispatchEvent(new InputEvent("input", { bubbles: true }));
      tags.focus();
    };
    const show = () => {
      const used = parts();
      hint.replaceChildren();
      for (const tag of used) {
        const other = known.find((each) => each !== tag && plain(each) === plain(tag));
        if (!other || known.includes(tag)) continue;
        hint.append(`Elsewhere “${tag}” is spelled “${other}”. `, button(`Use “${other}”`, () => store(parts().map((each) => (each === tag ? other : each)))), " ");
      }
      const last = plain(tags.value.split(",").at(-1));
      const fits = last ? known.filter((tag) => plain(tag).startsWith(last) && plain(tag) !== last && !used.includes(tag)).slice(0, 6) : [];
      hint.append(...fits.map((tag) => button(tag, () => store([...tags.value.split(",").slice(0, -1).map((each) => each.trim()), tag]))));
    };
    tags.addEventListener("input", show);
  }

  // The fields are in UTC; beside each stands the same time in the writer's zone.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const style = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: zone });
  for (const field of editor.querySelectorAll("input[type=datetime-local]")) {
    const own = document.createElement("p");
    own.className = "hint";
    own.id = `${field.id}-local`;
    field.setAttribute("aria-describedby", own.id);
    const show = () => {
      const time = field.value ? new Date(`${field.value}Z`) : null;
      own.textContent = time && !Number.isNaN(time.getTime()) && zone !== "UTC" ? `${style.format(time)} in ${zone}` : "";
    };
    field.after(own);
    field.addEventListener("input", show);
    show();
  }

  // What is typed and not saved is kept in this browser, for the account, the app and the place it was written in, until a page shows that it was saved or somebody throws it away.
  const { account, app, place } = editor.dataset;
  const key = `marquee-draft ${JSON.stringify([account, app, place])}`;
  const isNew = place.startsWith("new ");
  const sentKey = "marquee-draft-sent";
  const names = ["title", "summary", "body", "tags", "authors"];
  const values = (property = "value") => Object.fromEntries(names.map((name) => [name, editor.elements[name][property]]));
  // As the server wrote them: somebody may have typed before this script ran.
  const loaded = JSON.stringify(values("defaultValue"));
  const version = editor.elements.version;
  const attempt = (work) => { try { return work(); } catch { return null; } };
  const read = (storage, name) => attempt(() => JSON.parse(storage.getItem(name) ?? "null"));
  const keep = () => {
    const copy = { time: Date.now(), version: version.value, values: values() };
    attempt(() => localStorage.setItem(key, JSON.stringify(copy)));
    return copy;
  };
  const forget = (name) => attempt(() => localStorage.removeItem(name));
  let timer = 0;
  const keepSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, 1000);
  };
  editor.addEventListener("input", keepSoon);
  // A save can fail: the session or the connection may have ended. The copy stays until the page that follows a save is here.
  editor.addEventListener("submit", (event) => {
    if (!event.submitter?.matches("button[name=as]") || event.defaultPrevented) return;
    clearTimeout(timer);
    const { time } = keep();
    attempt(() => sessionStorage.setItem(sentKey, JSON.stringify({ key, time, isNew, title: editor.elements.title.value.trim() })));
  });
  const sent = attempt(() => read(sessionStorage, sentKey));
  attempt(() => sessionStorage.removeItem(sentKey));
  const isSaved = new URLSearchParams(location.search).has("saved");
  const copyOf = (name) => attempt(() => read(localStorage, name));
  if (isSaved && typeof sent?.key === "string" && sent.title === editor.elements.title.value.trim()) {
    const copy = copyOf(sent.key);
    const isOwn = sent.key === key ? copy?.version !== version.value : sent.isNew;
    if (copy?.time === sent.time && isOwn) forget(sent.key);
  }
  const kept = copyOf(key);
  const isKept = kept && typeof kept.time === "number" && names.every((name) => typeof kept.values?.[name] === "string");
  const isLoaded = isKept && JSON.stringify(kept.values) === loaded;
  // What was refused is shown again, and is still to be saved.
  const isRefused = document.querySelector(".notice.bad") !== null;
  if (isRefused) keep();
  else if (isLoaded) forget(key);
  if (JSON.stringify(values()) !== loaded) keepSoon();
  if (isKept && !isLoaded && !isRefused) {
    const notice = document.createElement("div");
    notice.className = "notice careful";
    notice.setAttribute("role", "status");
    const words = document.createElement("p");
    const isOlder = kept.version !== version.value;
    words.textContent = `This browser has text of ${style.format(new Date(kept.time))} that was not saved. ` +
      (isOlder ? "The article was saved since then: if you take the text back and save, you get both versions to compare. " : "");
    words.append(button("Take it back", () => {
      for (const name of names) editor.elements[name].value = kept.values[name];
      // With the version that the text was written on, the server sees that another one was saved since.
      if (typeof kept.version === "string") version.value = kept.version;
      editor.dispatchEvent(new InputEvent("input", { bubbles: true }));
      notice.remove();
    }), " ", button("Throw it away", () => {
      forget(key);
      notice.remove();
    }));
    notice.append(words);
    editor.before(notice);
  }
})();
