public import Foundation
public import MarqueeWire

/// One decision of the walled garden, for whoever wants to watch it.
public struct RequestRecord: Sendable, Hashable {
    public let time: Timestamp
    public let url: URL
    /// The displayed page; `nil` before the first.
    public let page: ContentURI?
    public let decision: RequestGate.Decision
    /// What in the page asked: the directive of its policy that stopped it (`img-src`), or the element that was taken
    /// out (`script`). `nil` when an address was asked for as such.
    public let trigger: String?

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
