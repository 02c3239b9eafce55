/// One call of a page's script. The script stores the changed values first and then sends the events, so that listeners
/// read current values from the getters.
public struct ScriptCall: Sendable, Hashable {
    /// The page whose script is called.
    public var page: Container.Page
    /// The changed values of getters, under the names that `mraid.js` uses.
    public var values: [String: ScriptValue]
    /// The events to send, in order.
    public var events: [ScriptEvent]
    /// The id of the last message from the page that these values take into account.
    public var answered: Int

    /// `answered` is 0 before the first message of the page.
    public init(
        page: Container.Page, values: [String: ScriptValue] = [:], events: [ScriptEvent] = [], answered: Int = 0
    ) {
        self.page = page
        self.values = values
        self.events = events
        self.answered = answered
    }

    /// The call as JSON, for a transport that carries data.
    public var json: String {
        ScriptValue.record([
            "values": .record(values), "events": .list(events.map(\.value)), "answered": .number(Double(answered)),
        ]).json
    }

    /// The call as a statement, for a web view that evaluates scripts. It does nothing in a page without `mraid.js`.
    public var script: String { "window.mraidReceive && window.mraidReceive(\(json));" }
}
