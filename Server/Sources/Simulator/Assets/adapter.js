(() => {
  "use strict";
  const visit = Number(new URLSearchParams(location.search).get("visit"));
  const tell = (message) => parent.postMessage({ marquee: true, visit, ...message }, "*");
  const root = document.documentElement;

  const scrolled = () => {
    const height = Math.max(root.scrollHeight, 1);
    tell({ name: "scrolled", number: scrollY, depth: Math.min(1, (scrollY + innerHeight) / height) });
  };
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => { waiting = false; scrolled(); }, 200);
  }, { passive: true });

  addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a, area");
    if (!link) return;
    const given = link.getAttribute("href") ?? link.getAttribute("xlink:href");
    if (given === null) return;
    const href = new URL(given, location.href).href;
    const here = location.href.split("#")[0].split("?")[0];
    if (href.split("#")[0].split("?")[0] === here && href.includes("#")) return;
    event.preventDefault();
    tell({ name: "link", text: href });
  }, true);
  addEventListener("auxclick", (event) => event.preventDefault(), true);
  addEventListener("submit", (event) => event.preventDefault(), true);

  addEventListener("securitypolicyviolation", (event) => {
    tell({ name: "blocked", text: event.blockedURI, directive: event.effectiveDirective });
  });

  addEventListener("message", (event) => {
    if (event.source !== parent || !event.data) return;
    if (typeof event.data.scrollTo === "number") scrollTo(0, event.data.scrollTo);
    if (event.data.theme === "light" || event.data.theme === "dark") root.dataset.theme = event.data.theme;
  });

  const rendered = () => { tell({ name: "rendered" }); scrolled(); };
  if (document.readyState === "complete") rendered(); else addEventListener("load", rendered);
})();
