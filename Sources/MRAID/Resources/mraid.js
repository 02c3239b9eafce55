// The page's side of MRAID 2.0 and 3.0. It runs before any script of the ad and contains no rules: getters return values
// that the container sent, methods send messages, and the container decides.
(function () {
    "use strict";

    const setup = window.mraidSetup || {};
    delete window.mraidSetup;
    // The script removes its own element, so that the ad sees only its own document.
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
        resizeProperties: is3 ? { allowOffscreen: true } : { allowOffscreen: true, customClosePosition: "top-right" },
        orientationProperties: { allowOrientationChange: true, forceOrientation: "none" },
        appOrientation: { orientation: "portrait", locked: false },
        location: null
    }, setup.values);

    if (setup.environment) { window.MRAID_ENV = setup.environment; }

    // WebRTC can reach any host over UDP, and no policy of a page stops it. No ad needs it.
    for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) {
        Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
    }

    // --- Transport: how messages go out and updates come in ---------------------------------------------------------

    const transports = {
        webkit(options) {
            const port = window.webkit.messageHandlers[options.handler];
            return (message) => port.postMessage(JSON.stringify(message));
        },
        // Two channels, created before any script of the ad runs. One carries messages in both directions. The other only
        // sends what the browser observed, mainly taps. Its port is in no event and no property, so the ad cannot reach it.
        parent(options) {
            const [both, out] = [new MessageChannel(), new MessageChannel()];
            const message = both.port1.postMessage.bind(both.port1);
            both.port1.onmessage = (event) => receive(event.data);
            window.parent.postMessage({ mraid: options.nonce }, options.origin, [both.port2, out.port2]);
            window.mraidFrame(out.port1.postMessage.bind(out.port1));
            delete window.mraidFrame;
            return (content) => message(JSON.stringify(content));
        },
        function(options) {
            const send = window[options.name];
            return (message) => send(JSON.stringify(message));
        }
    };

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

    // If one listener throws, the others are still called. Each listener gets a copy of the arguments.
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

    // Values are stored before events are sent, so that listeners read current values. A value that the ad set after the
    // message that the update answers is newer than the update, and stays.
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
        getResizeProperties: () => copy(values.resizeProperties),
        getOrientationProperties: () => copy(values.orientationProperties),
        supports(feature) {
            return Object.prototype.hasOwnProperty.call(values.supports, feature) && values.supports[feature] === true;
        },

        open(url) { send("open", resolved(url)); },
        close() { send("close"); },
        expand(url) { if (isURL(url)) { send("expand", resolved(url)); } else { send("expand"); } },
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

    // Stores properties at once, so that the getter returns them. The container's answer replaces them.
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

    // Only the page can resolve a relative URL. A text that is not a URL is sent unchanged, and the container refuses it.
    function resolved(url) {
        if (url === undefined || url === null || url === "") { return ""; }
        try {
            return new URL(String(url), document.baseURI).href;
        } catch (error) {
            return String(url);
        }
    }

    // Whether expand() uses the value as the address of a second page. An event, `true` or a sentence is not an address.
    function isURL(value) {
        if (value instanceof URL) { return true; }
        const text = typeof value === "string" ? value.trim() : "";
        if (text === "" || (/\s/.test(text) && !/^([a-z][a-z0-9+.-]*:|\/)/i.test(text))) { return false; }
        try {
            return Boolean(new URL(text, document.baseURI));
        } catch (error) {
            return false;
        }
    }

    // Some ads pass Date objects. JSON writes them in UTC, but an invalid one would become null.
    function dated(parameters) {
        if (!parameters || typeof parameters !== "object") { return parameters; }
        const fields = Object.assign({}, parameters);
        for (const name of ["start", "end", "reminder"]) {
            if (fields[name] instanceof Date && isNaN(fields[name])) { fields[name] = "Invalid Date"; }
        }
        return fields;
    }

    // Names that are not in the standard, but in common SDKs and in ads.
    mraid.STATES = Object.freeze({
        LOADING: "loading", DEFAULT: "default", EXPANDED: "expanded", RESIZED: "resized", HIDDEN: "hidden"
    });
    mraid.EVENTS = Object.freeze(Object.fromEntries(knownEvents.map((name) => [name.toUpperCase(), name])));

    // Read-only, because some ads bring an mraid.js of their own. Writing is ignored; an exception would end their script.
    const fixed = (value) => ({ get: () => value, set() {}, enumerable: true, configurable: false });
    for (const [name, value] of Object.entries(mraid)) { Object.defineProperty(mraid, name, fixed(value)); }
    Object.defineProperty(window, "mraid", fixed(mraid));

    // --- Loaded -----------------------------------------------------------------------------------------------------

    // The container is ready after the ad's scripts have run. The ad's pictures may take longer, or never arrive.
    if (document.readyState === "loading") {
        document.addEventListener("DOMContentLoaded", () => send("loaded"), { once: true });
    } else {
        send("loaded");
    }
})();
