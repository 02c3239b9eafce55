import MarqueeWire

/// The lanes that are no app's choice: `EventBatch.lane` of events that arrive as universal events.
enum EventLaneName {
    /// Marquee's SDK numbers these events.
    static let engage = "engage"
    /// The sender numbers no events, so nothing can be missing.
    static let unnumbered = EventBatch.unnumberedLane
}
