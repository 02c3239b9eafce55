import Foundation
import MarqueeHub

/// What the lab's page asks a phone to do: one JSON object with the command's `name` and its values.
struct DeviceCommand: Codable, Sendable {
    enum Name: String, Codable, CaseIterable {
        case present
        case presentAgain
        case dismiss
        case back
        case forward
        case answer
        case rendered
        case scrolled
        case link
        case blocked
        case refresh
        case network
        case background
        case foreground
        case clock
        case scheme
        case contentSource
        case whitelist
        case createUser
        case activateUser
        case tag
        case flush
    }

    /// The most bytes of an encoded command.
    static let maximumSize = 16 * 1024

    let name: Name
    /// A URI, an address, a user or domain name, a tag, or one of a setting's values.
    var text: String?
    /// Tags of an override.
    var tags: [String]?
    /// The entry point of a presentation.
    var entryPoint: String?
    /// The number of a page visit.
    var visit: Int?
    /// A scroll position, a number of seconds, or a change of a tag's count.
    var number: Double?
    /// How deep a page was scrolled, 0 to 1.
    var depth: Double?
    /// The answer to a question.
    var yes: Bool?
    /// The chrome: modal or embedded.
    var embedded: Bool?
}
