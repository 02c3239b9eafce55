import Foundation
import MarqueeWire

/// Work on recipients that is not finished. It is on disk before the first request whose effect must not be repeated,
/// and it is removed in the transaction that changes the local ids.
enum RecipientWork: Sendable, Hashable, Codable {
    case creation(RecipientCreation)
    case merge(RecipientMerge)

    /// The name of the work in ``EngageState``.
    static let key = "recipient.work"

    /// The work that was stored; `nil` if it cannot be read.
    init?(json: String) {
        guard let work = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
        self = work
    }

    func json() throws(EngageError) -> String {
        do {
            return String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        } catch {
            throw EngageError(.storage, "the work on a recipient cannot be encoded", cause: error)
        }
    }
}

/// A recipient with this mobile user id is wanted.
struct RecipientCreation: Sendable, Hashable, Codable {
    let listID: String
    let mobileUserID: String
    /// The recipient that gets the id; empty to find or add one.
    let recipientID: String
    /// Whether a recipient with the id may be in the list. Then it is looked up first.
    var mayExist: Bool
}

/// The app's recipient is given up for another recipient. What is decided here stays, however often the merge is resumed.
struct RecipientMerge: Sendable, Hashable, Codable {
    /// One request of the merge; each can be repeated without another effect.
    enum Step: String, Sendable, Codable, CaseIterable {
        /// The other recipient gets the mobile user id.
        case moveMobileUserID
        /// The app's old recipient loses the mobile user id if it was moved, and gets the history.
        case giveUpOld
        /// The audit table gets a row.
        case writeAudit
    }

    let listID: String
    /// The ids by which the other recipient was found.
    let ids: NamedTexts
    /// The app's recipient before the merge.
    let old: RecipientPair
    /// The app's recipient after the merge.
    let new: RecipientPair
    /// Whether the other recipient had no mobile user id.
    let movesMobileUserID: Bool
    /// The time of the merge, also in a later attempt.
    let time: Timestamp
    /// The key of the row in the audit table, also in a later attempt.
    let auditKey: String
    var done: Set<Step> = []
    /// Whether the old recipient is given up first, because the list takes a mobile user id only once.
    var givesUpFirst = false
}
