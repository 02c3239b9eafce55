/// An event for a page's listeners.
public struct ScriptEvent: Sendable, Hashable {
    /// The kind of the event.
    public var name: Name
    /// The arguments of the listeners.
    public var arguments: [ScriptValue]
    /// The token of the only listener to call; nil for all listeners of the event.
    public var listener: Int?

    /// Without a token, the event goes to all its listeners.
    public init(_ name: Name, _ arguments: [ScriptValue] = [], listener: Int? = nil) {
        self.name = name
        self.arguments = arguments
        self.listener = listener
    }

    var value: ScriptValue {
        var record: [String: ScriptValue] = ["name": .text(name.rawValue), "arguments": .list(arguments)]
        if let listener { record["listener"] = .number(Double(listener)) }
        return .record(record)
    }
}
