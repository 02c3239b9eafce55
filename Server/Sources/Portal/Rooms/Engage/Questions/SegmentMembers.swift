import Collector
import MarqueeWire
import PlatformStore

/// Finds the recipients of a database among the people of a segment, by the links that hold.
struct SegmentMembers: Sendable {
    let recipients: any RecipientStore
    let collector: Collector
    let list: ListRecord
    let scope: Scope

    /// The events of a user that are looked at.
    private static let latestEvents = 20

    /// The ids of the recipients, each once, in ascending order.
    func recipients(of people: [SegmentPage.Person]) async throws -> [Int64] {
        var found: Set<Int64> = []
        for person in people {
            switch person {
            case .install(let install): found.formUnion(try await recipient(of: install))
            case .user(let user):
                // An app may use one id for its users here and for the column there.
                found.formUnion(try await recipients(mobileUser: user))
                for install in try await installs(of: user) {
                    found.formUnion(try await recipient(of: install))
                }
            }
        }
        return found.sorted()
    }

    /// The recipient that an install named last: a device may have had several people.
    private func recipient(of install: String) async throws -> [Int64] {
        let links = try await collector.reports.links(scope: scope, install: install)
            .filter { $0.removed == nil }.sorted { $0.since > $1.since }
        for link in links where link.kind == .recipient || link.kind == .mobileUser {
            let found =
                link.kind == .mobileUser
                ? try await recipients(mobileUser: link.id) : try await recipient(id: Int64(link.id) ?? 0)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The devices of the user's latest events.
    private func installs(of user: String) async throws -> Set<String> {
        let query = EventQuery(scope: scope, user: user, limit: Self.latestEvents)
        return Set(try await collector.events(query).events.map(\.install))
    }

    private func recipient(id: Int64) async throws -> [Int64] {
        do {
            return [try await recipients.recipient(.id(id), in: list.id, app: list.app).id]
        } catch {
            guard error.recipientFault == .noRecipient || error.recipientFault == .removed else { throw error }
            return []
        }
    }

    private func recipients(mobileUser: String) async throws -> [Int64] {
        guard list.column(IdentityColumns.mobileUserID) != nil else { return [] }
        return try await recipients.recipients(
            with: [IdentityColumns.mobileUserID: mobileUser], in: list.id, app: list.app, limit: 10
        ).map(\.id)
    }
}
