(() => {
  "use strict";
  // The script's element contains the number of the visit and the scroll position of the previous visit.
  const own = document.currentScript;
  const visit = Number(own.dataset.visit);
  const position = Number(own.dataset.scroll) || 0;
  own.remove();

  // An app's web view receives messages as text. A browser's frame passes them to the parent page.
  const app = window.webkit?.messageHandlers?.marquee;
  const send = (report) => {
    const message = { marquee: true, visit, ...report };
    if (app) app.postMessage(JSON.stringify(message)); else parent.postMessage(message, "*");
  };
  const root = document.documentElement;
  const withoutQuery = (address) => address.split("#")[0].split("?")[0];

  // Each refusal is reported once, even if several policies refuse the request, and at most 100 per page are reported.
  const reported = new Set();
  addEventListener("securitypolicyviolation", (event) => {
    const hasAddress = /^[a-z][a-z0-9+.-]*:/i.test(event.blockedURI);
    const named = ["data", "blob", "about", "filesystem"].includes(event.blockedURI);
    const text = hasAddress ? event.blockedURI : named ? `${event.blockedURI}:` : "";
    const key = `${event.effectiveDirective} ${text}`;
    if (reported.has(key) || reported.size >= 100) return;
    reported.add(key);
    send({ name: "blocked", text, trigger: event.effectiveDirective });
  }, true);

  const scrolled = () => {
    const height = Math.max(root.scrollHeight, 1);
    const depth = Math.min(1, Math.max(0, (scrollY + innerHeight) / height));
    send({ name: "scrolled", number: Math.max(0, scrollY), depth });
  };
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => { waiting = false; scrolled(); }, 200);
  }, { passive: true });

  // Any element of HTML, SVG or MathML with an address is a link. SVG can animate the address. The page follows no link.
  const address = (link) => link.href?.animVal ?? link.getAttribute("href") ?? link.getAttribute("xlink:href");
  addEventListener("click", (event) => {
    const link = event.composedPath().find((node) => node instanceof Element && (node.matches("a, area") || address(node) != null));
    if (!link) return;
    const given = address(link);
    let target = null;
    try { target = given == null ? null : new URL(given, location.href).href; } catch { target = given; }
    const here = target !== null && target.includes("#") && withoutQuery(target) === withoutQuery(location.href);
    if (here) return;
    event.preventDefault();
    if (target !== null) send({ name: "link", text: target });
  }, true);
  addEventListener("auxclick", (event) => event.preventDefault(), true);
  addEventListener("submit", (event) => event.preventDefault(), true);
  addEventListener("dragstart", (event) => event.preventDefault(), true);

  addEventListener("playing", ({ target }) => {
    const text = target instanceof HTMLVideoElement ? target.currentSrc || target.id : "";
    if (!text) return;
    const played = () => send({ name: "played", text });
    // A page is counted when it is rendered. A video may begin before that, so its report waits.
    if (document.readyState === "complete") played(); else addEventListener("load", played, { once: true });
  }, true);

  addEventListener("message", (event) => {
    if (event.source !== parent || !event.data) return;
    if (event.data.theme === "light" || event.data.theme === "dark") root.dataset.theme = event.data.theme;
  });

  const rendered = () => {
    if (position > 0) scrollTo(0, position);
    send({ name: "rendered" });
    scrolled();
  };
  if (document.readyState === "complete") rendered(); else addEventListener("load", rendered);
})();
