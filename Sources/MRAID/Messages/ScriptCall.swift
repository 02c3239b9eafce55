/// One call of a page's script: the values that changed, then the events, in this order, so that listeners find the
/// getters up to date.
public struct ScriptCall: Sendable, Hashable {
    /// The page whose script is called.
    public var page: Page
    /// The getters' values that changed, by the names that `mraid.js` keeps them under.
    public var values: [String: ScriptValue]
    /// The events to send, in order.
    public var events: [ScriptEvent]
    /// The id of the page's last message that the values take account of.
    public var answered: Int

    /// A call of the page's script.
    public init(page: Page, values: [String: ScriptValue] = [:], events: [ScriptEvent] = [], answered: Int = 0) {
        self.page = page
        self.values = values
        self.events = events
        self.answered = answered
    }

    /// The update as JSON, for a transport that carries data.
    public var json: String {
        ScriptValue.record([
            "values": .record(values), "events": .list(events.map(\.value)), "answered": .number(Double(answered)),
        ]).json
    }

    /// The update as a statement, for a web view that evaluates scripts. It does nothing in a page without `mraid.js`.
    public var script: String { "window.mraidReceive && window.mraidReceive(\(json));" }
}
