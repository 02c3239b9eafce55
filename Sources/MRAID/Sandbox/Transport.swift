extension Bootstrap {
    /// How messages travel from the page to the app, and updates from the app to the page.
    ///
    /// No other part of `mraid.js` depends on where it runs, so another host only needs another transport.
    public enum Transport: Sendable, Hashable {
        /// A WebKit message handler with this name. Updates arrive as ``ScriptCall/script``.
        case webKit(handler: String)
        /// Message channels to the parent frame, which has this origin. Before any script of the ad runs, the page
        /// posts `{mraid: nonce}` to the parent, with two ports. The first port carries messages as JSON to the parent
        /// and updates, decoded from ``ScriptCall/json``, to the page. The second port only carries what the browser
        /// observed, and no script of the ad can reach it: `{kind: "tap"}`, `{kind: "navigation", content}` and `{kind:
        /// "log", about, content}`.
        ///
        /// The page also gets replacements for what a frame lacks. Links, forms and, if the page has its own origin,
        /// every navigation become such messages. `parent` is the page itself. Cookies and storage work and are lost
        /// with the page.
        case parent(origin: String, nonce: String)
        /// A function of the page with this name, for example from an Android interface. Updates arrive as
        /// ``ScriptCall/script``.
        case function(name: String)

        var value: ScriptValue {
            switch self {
            case .webKit(let handler): .record(["kind": "webkit", "handler": .text(handler)])
            case .parent(let origin, let nonce):
                .record(["kind": "parent", "origin": .text(origin), "nonce": .text(nonce)])
            case .function(let name): .record(["kind": "function", "name": .text(name)])
            }
        }
    }
}

extension ScriptValue: ExpressibleByStringLiteral {
    /// Creates a text value.
    public init(stringLiteral value: String) { self = .text(value) }
}
