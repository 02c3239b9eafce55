/// An event on its way to a page's listeners.
public struct ScriptEvent: Sendable, Hashable {
    /// Which event it is.
    public var name: EventName
    /// What the listeners are called with.
    public var arguments: [ScriptValue]
    /// The token of the one listener that is called, or nil for all of the event's.
    public var listener: Int?

    /// An event for all its listeners, or for one.
    public init(_ name: EventName, _ arguments: [ScriptValue] = [], listener: Int? = nil) {
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
