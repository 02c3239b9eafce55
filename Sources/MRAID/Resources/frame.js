// The additional script of a page that is shown in a frame instead of a web view. It reports taps and navigations, and it
// replaces what a frame lacks. It runs before mraid.js, which calls `mraidFrame` with the function that sends reports.
(function () {
    "use strict";

    // Stored before the ad can replace these functions.
    const later = window.setTimeout.bind(window);
    const isActive = () => !navigator.userActivation || navigator.userActivation.isActive;

    Object.defineProperty(window, "mraidFrame", { value: watch, configurable: true });

    function watch(post) {
        const log = (about, content) => post({ kind: "log", about, content: String(content).slice(0, 500) });
        reportTaps(post);
        reportTroubles(log);
        holdLinks(post);
        // A page without its own origin gets no navigation events.
        if (window.navigation && window.origin !== "null") { holdNavigations(post); }
        standIn(post, log);
        standInForStorage();
    }

    // --- What the browser observed ----------------------------------------------------------------------------------

    // These are the first listeners of the window, so no other listener can stop an event before them. Events that a script
    // creates have `isTrusted` false, and no script can change that.
    function reportTaps(post) {
        for (const type of ["pointerup", "keydown"]) {
            window.addEventListener(type, (event) => {
                if (event.isTrusted && !event.repeat && isActive()) { post({ kind: "tap" }); }
            }, true);
        }
    }

    function reportTroubles(log) {
        document.addEventListener("securitypolicyviolation", (event) => {
            log(event.effectiveDirective, "The policy refused " + (event.blockedURI || "what the ad tried"));
        });
        window.addEventListener("error", (event) => {
            if (event.message) { return log("script", event.message + " (line " + event.lineno + ")"); }
            const source = event.target && (event.target.src || event.target.href);
            if (source) { log("load", "Not loaded: " + source); }
        }, true);
        window.addEventListener("unhandledrejection", (event) => log("script", "Not handled: " + event.reason));
    }

    // --- Navigations ------------------------------------------------------------------------------------------------

    // The page never navigates by itself. Like a web view, this script asks the app about every navigation.
    function holdNavigations(post) {
        window.navigation.addEventListener("navigate", (event) => {
            if (event.hashChange || !event.cancelable || event.destination.sameDocument) { return; }
            event.preventDefault();
            event.stopImmediatePropagation();
            post({ kind: "navigation", content: event.destination.url });
        });
    }

    // In this frame a link that opens a window does nothing. So every clicked link is given the target `_blank` until it is
    // known whether the ad prevents the default action.
    function holdLinks(post) {
        window.addEventListener("click", (event) => {
            const link = event.composedPath().find((node) => node instanceof Element && node.matches("a[href], area[href]"));
            const address = link && link.getAttribute("href").trim();
            if (!link || address.startsWith("#") || staysInside(link)) { return; }
            const target = link.getAttribute("target");
            link.setAttribute("target", "_blank");
            later(() => {
                if (target === null) { link.removeAttribute("target"); } else { link.setAttribute("target", target); }
                if (event.defaultPrevented) { return; }
                if (/^javascript:/i.test(address)) { runLink(address); } else { post({ kind: "navigation", content: resolved(address) }); }
            }, 0);
        }, true);
        window.addEventListener("submit", (event) => {
            const form = event.target;
            if (event.defaultPrevented || form.method !== "get" || staysInside(form)) { return; }
            event.preventDefault();
            const address = new URL(form.action);
            address.search = address.hash = "";
            post({ kind: "navigation", content: address.href + "?" + new URLSearchParams(new FormData(form, event.submitter)) });
        });
    }

    // A text that is not an address is passed on unchanged, and the container refuses it.
    function resolved(address) {
        try {
            return new URL(address, document.baseURI).href;
        } catch (error) {
            return address;
        }
    }

    // Whether the target of a link or form is a frame inside the ad.
    function staysInside(element) {
        const name = element.getAttribute("target");
        return Boolean(name) && [...document.getElementsByName(name)].some((node) => node instanceof HTMLIFrameElement);
    }

    // Browsers do not run `javascript:` links in a sandboxed frame, but ads use them.
    function runLink(address) {
        const script = document.createElement("script");
        script.textContent = decodeURIComponent(address.slice("javascript:".length));
        document.documentElement.append(script);
        script.remove();
    }

    // --- Replacements for what a frame lacks ------------------------------------------------------------------------

    function standIn(post, log) {
        const stand = (name, value) => Object.defineProperty(window, name, { value, writable: true, configurable: true });
        stand("open", (address) => {
            post({ kind: "navigation", about: "window", content: resolved(String(address || "about:blank")) });
            return null;
        });
        stand("alert", (words) => log("alert", words));
        stand("confirm", (words) => { log("confirm", words); return false; });
        stand("prompt", (words) => { log("prompt", words); return null; });
        // In a web view a page is its own parent. Browsers do not let `top` be replaced.
        stand("parent", window);
    }

    // In a frame, cookies and storage may be missing or may outlive the ad.
    function standInForStorage() {
        let jar = "";
        Object.defineProperty(document, "cookie", {
            get: () => jar,
            set(text) {
                const pair = String(text).split(";")[0].trim();
                const name = pair.split("=")[0];
                const kept = jar.split("; ").filter((other) => other && other.split("=")[0] !== name);
                if (jar.length + pair.length < 4096) { jar = kept.concat(pair).join("; "); }
            },
            configurable: true
        });
        for (const name of ["localStorage", "sessionStorage"]) {
            Object.defineProperty(window, name, { value: storage(), configurable: true });
        }
    }

    function storage() {
        const items = new Map();
        const methods = {
            getItem: (name) => (items.has(String(name)) ? items.get(String(name)) : null),
            setItem: (name, value) => { items.set(String(name), String(value)); },
            removeItem: (name) => { items.delete(String(name)); },
            clear: () => { items.clear(); },
            key: (index) => [...items.keys()][index] || null
        };
        return new Proxy(methods, {
            get: (_, name) => (name === "length" ? items.size : Object.hasOwn(methods, name) ? methods[name] : items.get(name)),
            set: (_, name, value) => { items.set(String(name), String(value)); return true; },
            has: (_, name) => items.has(name),
            deleteProperty: (_, name) => { items.delete(name); return true; },
            ownKeys: () => [...items.keys()],
            getOwnPropertyDescriptor: (_, name) =>
                (items.has(name) ? { value: items.get(name), enumerable: true, configurable: true, writable: true } : undefined)
        });
    }
})();
