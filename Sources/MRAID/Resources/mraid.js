// The page's side of MRAID 2.0 and 3.0. It runs before any script of the ad and holds no rules of its own: getters answer
// from values that the container pushed, methods send messages, and the container decides.
(function () {
    "use strict";

    const setup = window.mraidSetup || {};
    delete window.mraidSetup;
    // The ad finds its own document, without this script and what is written in it.
    if (document.currentScript) { document.currentScript.remove(); }
    if (window.mraid && window.mraidReceive) { return; }

    const version = setup.version === "2.0" ? "2.0" : "3.0";
    const is3 = version === "3.0";
    const values = Object.assign(Object.create(null), {
        state: "loading",
        isViewable: false,
        currentPosition: { x: 0, y: 0, width: 0, height: 0 },
        defaultPosition: { x: 0, y: 0, width: 0, height: 0 },
        maxSize: { width: 0, height: 0 },
        screenSize: { width: 0, height: 0 },
        supports: {},
        expandProperties: { width: 0, height: 0, useCustomClose: false, isModal: true },
        resizeProperties: null,
        orientationProperties: { allowOrientationChange: true, forceOrientation: "none" },
        appOrientation: { orientation: "portrait", locked: false },
        location: null
    }, setup.values);

    if (setup.environment) { window.MRAID_ENV = setup.environment; }

    // --- Transport: how messages leave, and how updates come in -----------------------------------------------------

    const transports = {
        webkit(options) {
            const port = window.webkit.messageHandlers[options.handler];
            return (message) => port.postMessage(JSON.stringify(message));
        },
        parent(options) {
            const frame = window.parent;
            const send = frame.postMessage.bind(frame);
            const post = (kind, content) => send({ mraid: options.nonce, kind, content }, options.origin);
            window.addEventListener("message", (event) => {
                const data = event.data;
                if (event.source !== frame || event.origin !== options.origin) { return; }
                if (!data || data.mraid !== options.nonce) { return; }
                event.stopImmediatePropagation();
                receive(data.update);
            });
            reportTaps(post);
            return (message) => post("message", JSON.stringify(message));
        },
        function(options) {
            const send = window[options.name];
            return (message) => send(JSON.stringify(message));
        }
    };

    // Only a frame sees its own taps and the links that are tapped. Its parent checks a tap against the browser's word.
    // Links within the page do not leave it.
    function reportTaps(post) {
        const report = (event) => { if (event.isTrusted) { post("tap", null); } };
        for (const type of ["pointerup", "keydown"]) { window.addEventListener(type, report, true); }
        window.addEventListener("click", (event) => {
            const link = event.target instanceof Element && event.target.closest("a[href], area[href]");
            if (!link || event.defaultPrevented) { return; }
            const address = link.getAttribute("href").trim();
            if (address.startsWith("#")) { return; }
            event.preventDefault();
            if (/^javascript:/i.test(address)) { runLink(address); } else { post("navigation", resolved(address)); }
        });
    }

    // Browsers do not run such links in a sandboxed frame, but ads have them.
    function runLink(address) {
        const script = document.createElement("script");
        script.textContent = decodeURIComponent(address.slice("javascript:".length));
        document.documentElement.append(script);
        script.remove();
    }

    let post = () => {};
    const transport = setup.transport || { kind: "webkit", handler: "mraid" };
    try {
        post = transports[transport.kind](transport);
    } catch (error) {
        console.error("mraid: no transport:", error);
    }

    let lastID = 0;
    function send(command, ...args) {
        lastID += 1;
        post({ command, arguments: args, id: lastID });
        return lastID;
    }

    // --- Listeners --------------------------------------------------------------------------------------------------

    const eventNames = ["ready", "error", "stateChange", "sizeChange", "viewableChange"];
    const measured = ["exposureChange", "audioVolumeChange"];
    const knownEvents = is3 ? eventNames.concat(measured) : eventNames;
    const listeners = new Map(knownEvents.map((name) => [name, []]));
    let lastToken = 0;

    function emit(name, args, token) {
        const list = listeners.get(name) || [];
        for (const entry of list.slice()) {
            if (token !== undefined && entry.token !== token) { continue; }
            if (list.includes(entry)) { callListener(entry.listener, name, args); }
        }
    }

    // One listener's exception must not keep the others from being called. Arguments are copies: no listener can change them.
    function callListener(listener, name, args) {
        try {
            listener.apply(mraid, copy(args));
        } catch (error) {
            console.error("mraid: a listener of " + name + " failed:", error);
            if (name !== "error") { fail("A listener failed: " + error, name); }
        }
    }

    function fail(message, action) {
        emit("error", [message, action]);
    }

    const copy = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

    // --- Updates from the container ---------------------------------------------------------------------------------

    // Values first, then events: a listener finds every getter up to date. What the ad set after the message that an update
    // answers is newer than the update, and stays.
    const setBy = { expandProperties: 0, resizeProperties: 0, orientationProperties: 0 };

    function receive(update) {
        for (const [key, value] of Object.entries(update.values || {})) {
            if (!(setBy[key] > update.answered)) { values[key] = value; }
        }
        for (const event of update.events || []) { emit(event.name, event.arguments, event.listener); }
    }

    Object.defineProperty(window, "mraidReceive", { value: receive });

    // --- The API of both versions -----------------------------------------------------------------------------------

    const mraid = {
        addEventListener(name, listener) {
            const list = listeners.get(name);
            if (!list) { return fail("There is no event " + name, "addEventListener"); }
            if (typeof listener !== "function") { return fail("The listener is not a function", "addEventListener"); }
            if (list.some((entry) => entry.listener === listener)) { return; }
            const entry = { listener, token: undefined };
            list.push(entry);
            if (measured.includes(name)) {
                lastToken += 1;
                entry.token = lastToken;
                send("addEventListener", name, entry.token);
            }
        },
        removeEventListener(name, listener) {
            const list = listeners.get(name);
            if (!list) { return fail("There is no event " + name, "removeEventListener"); }
            if (listener === undefined || listener === null) { list.length = 0; return; }
            const index = list.findIndex((entry) => entry.listener === listener);
            if (index >= 0) { list.splice(index, 1); }
        },

        getVersion: () => version,
        getState: () => values.state,
        getPlacementType: () => (setup.placement === "interstitial" ? "interstitial" : "inline"),
        isViewable: () => values.isViewable,
        getCurrentPosition: () => copy(values.currentPosition),
        getDefaultPosition: () => copy(values.defaultPosition),
        getMaxSize: () => copy(values.maxSize),
        getScreenSize: () => copy(values.screenSize),
        getExpandProperties: () => copy(values.expandProperties),
        getResizeProperties: () => copy(values.resizeProperties) || undefined,
        getOrientationProperties: () => copy(values.orientationProperties),
        supports(feature) {
            return Object.prototype.hasOwnProperty.call(values.supports, feature) && values.supports[feature] === true;
        },

        open(url) { send("open", resolved(url)); },
        close() { send("close"); },
        expand(url) { if (url) { send("expand", resolved(url)); } else { send("expand"); } },
        resize() { send("resize"); },
        playVideo(url) { send("playVideo", resolved(url)); },
        storePicture(url) { send("storePicture", resolved(url)); },
        createCalendarEvent(parameters) { send("createCalendarEvent", dated(parameters)); },
        useCustomClose(value) {
            if (!is3 && typeof value === "boolean") { values.expandProperties.useCustomClose = value; }
            setBy.expandProperties = send("useCustomClose", value);
        },
        setExpandProperties(properties) {
            set("expandProperties", ["width", "height"].concat(is3 ? [] : ["useCustomClose"]), properties);
            setBy.expandProperties = send("setExpandProperties", properties);
        },
        setOrientationProperties(properties) {
            set("orientationProperties", ["allowOrientationChange", "forceOrientation"], properties);
            setBy.orientationProperties = send("setOrientationProperties", properties);
        },
        setResizeProperties(properties) {
            if (resizable(properties)) {
                values.resizeProperties = { allowOffscreen: true };
                const names = ["width", "height", "offsetX", "offsetY", "allowOffscreen"];
                set("resizeProperties", names.concat(is3 ? [] : ["customClosePosition"]), properties);
            }
            setBy.resizeProperties = send("setResizeProperties", properties);
        }
    };

    if (is3) {
        Object.assign(mraid, {
            unload() { send("unload"); },
            initVpaid() { send("initVpaid"); },
            getCurrentAppOrientation: () => copy(values.appOrientation),
            getLocation() {
                if (values.location) { return copy(values.location); }
                fail("The location is not available", "getLocation");
                return -1;
            }
        });
    }

    // Keeps what was set, so that the getter tells it at once; the container's answer has the last word.
    function set(key, names, properties) {
        if (!properties || typeof properties !== "object") { return; }
        const kept = Object.assign({}, values[key]);
        for (const name of names) {
            const value = properties[name];
            const isUsable = typeof value === "number" ? Number.isFinite(value) : value !== undefined;
            if (isUsable && (kept[name] === undefined || typeof value === typeof kept[name])) { kept[name] = value; }
        }
        values[key] = kept;
    }

    function resizable(properties) {
        return ["width", "height", "offsetX", "offsetY"].every((name) => properties && Number.isFinite(properties[name]));
    }

    // A relative URL means one beside the page, which only the page can tell. What is no URL is sent as it is, and refused.
    function resolved(url) {
        if (url === undefined || url === null || url === "") { return ""; }
        try {
            return new URL(String(url), document.baseURI).href;
        } catch (error) {
            return String(url);
        }
    }

    // Some ads give dates as Date objects, which JSON writes in UTC; an invalid one would become null.
    function dated(parameters) {
        const fields = Object.assign({}, parameters);
        for (const name of ["start", "end", "reminder"]) {
            if (fields[name] instanceof Date && isNaN(fields[name])) { fields[name] = "Invalid Date"; }
        }
        return fields;
    }

    window.mraid = mraid;

    // --- Loaded -----------------------------------------------------------------------------------------------------

    if (document.readyState === "complete") { send("loaded"); } else {
        window.addEventListener("load", () => send("loaded"), { once: true });
    }
})();
