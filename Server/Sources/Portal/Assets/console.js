// The test console works without this script, by reloading. It asks for the page again when a request came, and puts the news into
// place: open lines stay open, and what is selected stays selected.
"use strict";

(() => {
  const root = document.querySelector("[data-console]");
  const log = document.querySelector("[data-console-log]");
  if (!log) return;

  const announce = (text) => {
    const region = document.getElementById("announcer");
    if (region) region.textContent = text;
  };

  // Search: what a line says, also in what was sent.
  const search = document.getElementById("console-search");
  const found = document.querySelector("[data-console-found]");
  const lines = () => [...log.children];
  const filter = () => {
    const words = search.value.trim().toLowerCase();
    let count = 0;
    for (const line of lines()) {
      const isFound = !words || line.textContent.toLowerCase().includes(words);
      line.hidden = !isFound;
      if (isFound) count += 1;
    }
    const text = !words ? "" : count === 0 ? "No match." : `${count} ${count === 1 ? "match" : "matches"}.`;
    if (found.textContent !== text) found.textContent = text;
  };
  search.addEventListener("input", filter);
  document.querySelector("[data-console-tools]").hidden = false;

  document.querySelector("[data-console-copy]").addEventListener("click", async () => {
    const shown = lines().filter((line) => !line.hidden);
    // The oldest first, as people read a protocol.
    const text = shown.reverse().map((line) => `${line.dataset.text}\n`).join("");
    try {
      await navigator.clipboard.writeText(text);
      announce(`Copied ${shown.length} ${shown.length === 1 ? "line" : "lines"}`);
    } catch {
      announce("Copying was refused; select the lines and copy them by hand, or export them");
    }
  });

  if (!root) return;
  const state = document.querySelector("[data-console-state]");
  const again = document.querySelector("[data-console-again]");

  // The keyboard's place stays where it was.
  const swap = (old, next) => {
    const places = (part) => [part, ...part.querySelectorAll("a, summary")];
    const place = places(old).indexOf(document.activeElement);
    old.replaceWith(next);
    if (place >= 0) places(next)[place]?.focus({ preventScroll: true });
  };

  // Gives how many requests are new.
  const merge = (page) => {
    const next = page.querySelector("[data-console-log]");
    if (!next) {
      location.reload();
      return 0;
    }
    for (const part of root.querySelectorAll("[data-console-part]")) {
      const other = page.querySelector(`[data-console-part="${part.dataset.consolePart}"]`);
      if (other && other.outerHTML !== part.outerHTML) swap(part, other);
    }
    let place = log.firstElementChild;
    let fresh = 0;
    const kept = new Set();
    for (const line of [...next.children]) {
      kept.add(line.id);
      const own = document.getElementById(line.id);
      if (!own) {
        log.insertBefore(line, place);
        fresh += 1;
        continue;
      }
      place = own.nextElementSibling;
      // A later request can say more about an earlier one, for example that its unit was shown.
      if (own.querySelector(".console-results")?.textContent !== line.querySelector(".console-results")?.textContent) {
        line.querySelector("details").open = own.querySelector("details").open;
        swap(own, line);
      }
    }
    for (const line of lines()) if (!kept.has(line.id)) line.remove();
    document.querySelector("[data-console-empty]").hidden = log.children.length > 0;
    if (search.value) filter();
    return fresh;
  };

  // One announcement for what comes together: a game sends several requests at its start.
  const pause = 4000;
  let waiting = 0;
  let timer = 0;
  const tell = (count) => {
    waiting += count;
    if (timer || !waiting) return;
    timer = setTimeout(() => {
      const summary = root.querySelector("[data-console-summary]").textContent;
      state.textContent = `${waiting} new ${waiting === 1 ? "request" : "requests"}; ${summary}.`;
      [waiting, timer] = [0, 0];
    }, pause);
  };

  let [isAsking, isDue] = [false, false];
  const ask = async () => {
    isDue = true;
    if (isAsking) return;
    isAsking = true;
    while (isDue) {
      isDue = false;
      try {
        const answer = await fetch(root.dataset.again, { headers: { Accept: "text/html" } });
        if (!answer.ok || answer.redirected) {
          location.reload();
          return;
        }
        tell(merge(new DOMParser().parseFromString(await answer.text(), "text/html")));
      } catch {
        // The stream comes back with the server, and then the page is asked for again.
      }
    }
    isAsking = false;
  };

  let wasOpen = false;
  const source = new EventSource(root.dataset.console);
  source.addEventListener("open", () => {
    again.hidden = true;
    state.textContent = "Connected; new requests appear by themselves.";
    // Requests may have come between the page and the stream, or while the connection was lost.
    ask();
    wasOpen = true;
  });
  source.addEventListener("error", () => {
    again.hidden = false;
    if (wasOpen) state.textContent = "Connection lost; trying again.";
  });
  source.addEventListener("message", ask);
})();
