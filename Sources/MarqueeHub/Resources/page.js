(() => {
  "use strict";
  // The element says which visit to the page this is, and where the page was left.
  const own = document.currentScript;
  const visit = Number(own.dataset.visit);
  const position = Number(own.dataset.scroll) || 0;
  own.remove();

  // An app's web view takes messages as text; a browser's frame hands them to the page around it.
  const app = window.webkit?.messageHandlers?.marquee;
  const tell = (report) => {
    const message = { marquee: true, visit, ...report };
    if (app) app.postMessage(JSON.stringify(message)); else parent.postMessage(message, "*");
  };
  const root = document.documentElement;
  const place = (address) => address.split("#")[0].split("?")[0];

  // Reported once each, however many policies stop it; a page that asks for ever stops being reported.
  const reported = new Set();
  addEventListener("securitypolicyviolation", (event) => {
    const hasAddress = /^[a-z][a-z0-9+.-]*:/i.test(event.blockedURI);
    const named = ["data", "blob", "about", "filesystem"].includes(event.blockedURI);
    const text = hasAddress ? event.blockedURI : named ? `${event.blockedURI}:` : "";
    const key = `${event.effectiveDirective} ${text}`;
    if (reported.has(key) || reported.size >= 100) return;
    reported.add(key);
    tell({ name: "blocked", text, trigger: event.effectiveDirective });
  }, true);

  const scrolled = () => {
    const height = Math.max(root.scrollHeight, 1);
    const depth = Math.min(1, Math.max(0, (scrollY + innerHeight) / height));
    tell({ name: "scrolled", number: Math.max(0, scrollY), depth });
  };
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => { waiting = false; scrolled(); }, 200);
  }, { passive: true });

  // HTML, SVG (whose address may be animated) and MathML: whatever has an address is a link, and none is followed here.
  const address = (link) => link.href?.animVal ?? link.getAttribute("href") ?? link.getAttribute("xlink:href");
  addEventListener("click", (event) => {
    const link = event.composedPath().find((node) => node instanceof Element && (node.matches("a, area") || address(node) != null));
    if (!link) return;
    const given = address(link);
    let target = null;
    try { target = given == null ? null : new URL(given, location.href).href; } catch { target = given; }
    const here = target !== null && target.includes("#") && place(target) === place(location.href);
    if (here) return;
    event.preventDefault();
    if (target !== null) tell({ name: "link", text: target });
  }, true);
  addEventListener("auxclick", (event) => event.preventDefault(), true);
  addEventListener("submit", (event) => event.preventDefault(), true);
  addEventListener("dragstart", (event) => event.preventDefault(), true);

  addEventListener("playing", ({ target }) => {
    const text = target instanceof HTMLVideoElement ? target.currentSrc || target.id : "";
    if (!text) return;
    const played = () => tell({ name: "played", text });
    // A page counts from when it stands; a video may begin earlier.
    if (document.readyState === "complete") played(); else addEventListener("load", played, { once: true });
  }, true);

  addEventListener("message", (event) => {
    if (event.source !== parent || !event.data) return;
    if (event.data.theme === "light" || event.data.theme === "dark") root.dataset.theme = event.data.theme;
  });

  const rendered = () => {
    if (position > 0) scrollTo(0, position);
    tell({ name: "rendered" });
    scrolled();
  };
  if (document.readyState === "complete") rendered(); else addEventListener("load", rendered);
})();
