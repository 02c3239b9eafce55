public import Foundation
public import MarqueeWire

/// A message of a template: a command, an id for its answer, and data.
///
/// Templates of Marquee send JSON over the web view's message channel. Those of the ancestor navigate to
/// `ph://command?callback=…&context=…`; the surface passes that address here and refuses the navigation.
public struct BridgeMessage: Sendable, Hashable {
    /// The scheme of addresses that are commands.
    static let scheme = "ph"
    /// The largest message in bytes.
    public static let maximumSize = 64 * 1024
    /// The longest callback id in bytes.
    private static let maximumCallback = 64

    /// For example `dismiss`; compared exactly.
    public let command: String
    /// The id under which the template waits for an answer; `nil` if it does not wait.
    public let callback: String?
    /// The command's data; `.null` without any.
    public let context: JSONValue

    /// Reads `{"command": …, "callback": …, "context": {…}}`.
    /// - Throws: ``MarqueeWire/WireError`` with `tooLarge` or `malformed`.
    public init(_ bytes: Data) throws(WireError) {
        let value = try JSONValue(bytes: bytes, maximumSize: Self.maximumSize)
        guard let command = value["command"]?.text else { throw WireError(.malformed, "the message has no command") }
        try self.init(command: command, callback: value["callback"]?.plainText, context: value["context"] ?? .null)
    }

    /// Reads an address of the ancestor's templates.
    /// - Returns: `nil` if the address is not one of a command, so that the web view loads or refuses it itself.
    /// - Throws: ``MarqueeWire/WireError`` with `tooLarge` or `malformed`, also if a parameter stands twice.
    public init?(_ url: URL) throws(WireError) {
        guard url.scheme == Self.scheme, let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            let host = parts.host, !host.isEmpty
        else { return nil }
        guard url.absoluteString.utf8.count <= Self.maximumSize else {
            throw WireError(.tooLarge, "the command has more than \(Self.maximumSize) bytes")
        }
        let items = parts.queryItems ?? []
        guard Set(items.map(\.name)).count == items.count else {
            throw WireError(.malformed, "a parameter of the command stands twice")
        }
        func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
        // A context that is not an object counts as none.
        let context = value("context").flatMap { text in
            try? JSONValue(bytes: Data(text.utf8), maximumSize: Self.maximumSize)
        }
        let isObject = context?.record != nil
        // With a path it is another address, which no command has.
        try self.init(
            command: host + parts.path, callback: value("callback"), context: isObject ? context ?? .null : .null)
    }

    private init(command: String, callback: String?, context: JSONValue) throws(WireError) {
        guard command.utf8.count <= Self.maximumCallback, callback?.utf8.count ?? 0 <= Self.maximumCallback else {
            throw WireError(.tooLarge, "the command or its callback has more than \(Self.maximumCallback) bytes")
        }
        self.command = command
        self.callback = callback
        self.context = context
    }
}

/// The answer to a command: values, never a script. The surface passes them as arguments to the template's callback.
public struct BridgeAnswer: Sendable, Hashable {
    /// The version of the commands, which a template reads before its data.
    public static let protocolVersion = 5

    /// The id of the command; `nil` if the template does not wait.
    public let callback: String?
    /// The first argument.
    public let response: JSONValue
    /// The second argument; `.null` if the command succeeded.
    public let error: JSONValue
    /// Whether this is the template's data, without which it cannot be shown.
    let isContext: Bool

    init(
        _ callback: String?, response: JSONValue = .null, error: JSONValue = .null, isContext: Bool = false
    ) {
        self.callback = callback
        self.response = response
        self.error = error
        self.isContext = isContext
    }

    init(_ callback: String?, response: [String: JSONValue]) {
        self.init(callback, response: .record(response))
    }

    static func failure(_ callback: String?) -> BridgeAnswer {
        BridgeAnswer(callback, error: .record(["error": .text("1")]))
    }
}
