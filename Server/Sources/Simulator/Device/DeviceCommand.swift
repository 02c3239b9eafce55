import Foundation
import MarqueeHub

/// A command of the lab's page to a phone: one JSON object with the command's `name` and its values.
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
        case played
        case refresh
        case network
        case background
        case foreground
        case clock
        case scheme
        case contentSource
        case adTracking
        case locate
        case whitelist
        case createUser
        case activateUser
        case tag
        case flush
    }

    /// The largest encoded command, in bytes.
    static let maximumSize = 16 * 1024

    let name: Name
    /// A URI, an address (`blocked`: empty for what has none; `played`: of a video, or its id), a user or domain name, a tag, or one of a setting's values.
    var text: String?
    /// The directive of the page's policy, or the rule, that stopped a request.
    var trigger: String?
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
    /// The phone's new location; none when the phone does not know it.
    var place: Place?
}

extension DeviceCommand {
    /// - Throws: `badCommand` with a sentence that describes the fault.
    init(json: Data) throws(LabError) {
        do {
            self = try JSONDecoder().decode(DeviceCommand.self, from: json)
        } catch DecodingError.keyNotFound(let key, _) {
            throw LabError(.badCommand, "the command lacks its \"\(key.stringValue)\"")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let member = context.codingPath.first?.stringValue ?? ""
            let whole = "a command is a JSON object"
            throw LabError(.badCommand, member.isEmpty ? whole : "\"\(member)\" is of a wrong type")
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.first?.stringValue == "name" {
            let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
            throw LabError(.badCommand, "there is no such command; there are \(names)")
        } catch {
            throw LabError(.badCommand, "the command is not JSON")
        }
    }
}
