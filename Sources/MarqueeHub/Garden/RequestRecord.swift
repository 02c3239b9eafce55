public import Foundation
public import MarqueeWire

/// One decision of the walled garden, for whoever wants to watch it.
public struct RequestRecord: Sendable, Hashable {
    public let time: Timestamp
    public let url: URL
    /// The displayed page; `nil` before the first.
    public let page: ContentURI?
    public let decision: RequestGate.Decision

    public init(time: Timestamp, url: URL, page: ContentURI?, decision: RequestGate.Decision) {
        self.time = time
        self.url = url
        self.page = page
        self.decision = decision
    }
}
