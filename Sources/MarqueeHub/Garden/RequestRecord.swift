public import Foundation
public import MarqueeWire

/// One decision of the walled garden, for apps that observe them with ``Hub/requests()``.
public struct RequestRecord: Sendable, Hashable {
    /// The time of the decision, from the environment's clock.
    public let time: Timestamp
    /// The requested address.
    public let url: URL
    /// The displayed page; `nil` before the first page.
    public let page: ContentURI?
    /// The decision, with its reason.
    public let decision: RequestGate.Decision
    /// The cause of a refusal: the directive of the page's policy (`img-src`), or the removed element (`script`).
    ///
    /// `nil` for all other requests.
    public let trigger: String?

    /// Creates a record of one decision.
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
