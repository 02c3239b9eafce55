// The pages of Engage work without this script. It copies what is shown once, follows a job until it ends, and counts a segment while
// it is being described.
"use strict";

(() => {
  // Forms of the page carry this; markup from elsewhere cannot know it.
  const mark = document.currentScript.dataset.mark;

  const announce = (text) => {
    const region = document.getElementById("announcer");
    if (region) region.textContent = text;
  };

  for (const button of document.querySelectorAll("button[data-copy-of]")) {
    const field = document.getElementById(button.dataset.copyOf);
    if (!field) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(field.value);
        announce("Copied");
      } catch {
        field.select();
        announce("Copying was refused; the text is selected, copy it by hand");
      }
    });
  }

  // The job's page is asked again and its part replaced; a page of its own would lose the place of the reader.
  const period = 1000;
  const follow = (part) => {
    if (part.hasAttribute("data-over")) return;
    setTimeout(async () => {
      try {
        const answer = await fetch(part.dataset.job, { headers: { Accept: "text/html" } });
        if (!answer.ok || answer.redirected) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const next = page.querySelector("[data-job]");
        if (!next) return;
        if (!part.contains(document.activeElement) || next.hasAttribute("data-over")) {
          part.replaceWith(next);
          if (next.hasAttribute("data-over")) announce(`The job is over: ${next.querySelector("[data-job-state]").textContent}`);
          follow(next);
        } else {
          follow(part);
        }
      } catch {
        follow(part);
      }
    }, period);
  };
  const job = document.querySelector("[data-job]");
  if (job) follow(job);

  // A change of the form asks its page again; the latest answer replaces the part that the form names.
  const pause = 400;
  for (const form of document.querySelectorAll("form[data-live]")) {
    if (form.dataset.live !== mark) continue;
    let [timer, latest] = [0, 0];
    const ask = async () => {
      const number = (latest += 1);
      const address = new URL(form.action);
      address.search = new URLSearchParams(new FormData(form)).toString();
      try {
        const answer = await fetch(address, { headers: { Accept: "text/html" } });
        if (!answer.ok || answer.redirected || number !== latest) return;
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const next = page.getElementById(form.dataset.part);
        const part = document.getElementById(form.dataset.part);
        if (!next || !part || part.contains(document.activeElement)) return;
        part.replaceWith(next);
        const size = next.querySelector("strong");
        if (size) announce(size.textContent);
      } catch {
        // The button asks the same question.
      }
    };
    form.addEventListener("change", () => {
      clearTimeout(timer);
      timer = setTimeout(ask, pause);
    });
  }
})();
