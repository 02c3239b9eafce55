import Foundation

/// One line of the feed that the lab shows beside a phone.
struct FeedEntry: Codable, Sendable {
    enum Kind: String, Codable {
        /// The SDK's log.
        case log
        /// An event that the outbox stored.
        case event
        /// A request through the phone's network.
        case network
        /// A decision of the walled garden.
        case request
        /// A state notice that an app would receive.
        case notice
    }

    let number: Int
    let time: Date
    let kind: Kind
    /// The name of the app; `nil` for what concerns the phone itself.
    let app: String?
    let title: String
    let detail: String
    /// `false` for a failure or refusal.
    let isGood: Bool
}
