/// How the messages of a page reach the app, and the updates the page.
///
/// It is the only part of `mraid.js` that knows where it runs, so a successor of MRAID, or another host, replaces it alone.
public enum Transport: Sendable, Hashable {
    /// A message handler of WebKit by this name; updates come as ``ScriptCall/script``.
    case webKit(handler: String)
    /// `postMessage` to the parent frame of this origin. Both sides put the nonce into every message and check it and the
    /// sender; updates come as ``ScriptCall/json`` in `{mraid: nonce, update: …}`.
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
