/// How the messages of a page reach the app, and the updates the page.
///
/// It is the only part of `mraid.js` that knows where it runs, so a successor of MRAID, or another host, replaces it alone.
public enum Transport: Sendable, Hashable {
    /// A message handler of WebKit by this name; updates come as ``ScriptCall/script``.
    case webKit(handler: String)
    /// Message channels to the parent frame of this origin. Before any script of the ad runs, the page posts `{mraid: nonce}` to
    /// the parent, with two ports. The first carries messages as JSON one way and updates, ``ScriptCall/json`` decoded, the
    /// other. The second only brings what the browser saw, and no script of the ad can reach it: `{kind: "tap"}`,
    /// `{kind: "navigation", content}` and `{kind: "log", about, content}`.
    ///
    /// The page also gets what a frame lacks: links, forms and, where it has an origin of its own, every navigation become such
    /// messages; `parent` is the page itself; cookies and storage are there and end with it.
    case parent(origin: String, nonce: String)
    /// A function of the page by this name, such as an Android interface offers; updates come as ``ScriptCall/script``.
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

extension ScriptValue: ExpressibleByStringLiteral {
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }
}
