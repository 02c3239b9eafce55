public import Foundation
public import MarqueeWire

/// One decision of the walled garden, for whoever wants to watch it.
public struct RequestRecord: Sendable, Hashable {
    /// When it was decided, by the environment's clock.
    public let time: Timestamp
    /// What was asked for.
    public let url: URL
    /// The displayed page; `nil` before the first.
    public let page: ContentURI?
    /// What came of it, and why.
    public let decision: RequestGate.Decision
    /// What in the page asked: the directive of its policy that stopped it (`img-src`), or the element that was taken
    /// out (`script`).
    ///
    /// `nil` when an address was asked for as such.
    public let trigger: String?

    /// Remembers a decision.
    public init(
        time: Timestamp, url: URL, page: ContentURI?, decision: RequestGate.Decision, trigger: String? = nil
    ) {
        self.time = time
        self.url = url
        self.page = page
        self.decision = decision
        self.trigger = trigger
    }
}
