public import MarqueeWire
public import PlatformStore

/// Finds, exports and erases what a server has of one person: recipients with their rows of joined tables, deliveries of
/// push campaigns, purchases, what is stored of installs that asked for placements, and events.
///
/// Uploaded files and those of exports are deleted after 30 days; they, and backups, are the caller's to name.
public struct PersonRequests: Sendable {
    /// The most rows of one table that a search looks at.
    static let mostRows = 200_000
    private static let pageSize = 1000

    private let recipients: any RecipientStore
    private let tables: any RelationalTableStore
    private let pushes: any PushCampaignStore
    private let testDevices: any TestDeviceStore
    private let placements: any PlacementStore
    private let purchases: any PurchaseStore
    private let audit: any AuditLog
    private let collector: Collector

    /// Requests over the stores of a server.
    public init(platform: Platform, collector: Collector) {
        recipients = platform.recipients
        tables = platform.relationalTables
        pushes = platform.pushCampaigns
        testDevices = platform.testDevices
        placements = platform.placements
        purchases = platform.purchases
        audit = platform.audit
        self.collector = collector
    }

    /// Looks for a person.
    /// - Parameter mobileUserColumn: the column of databases that has mobile user ids.
    /// - Returns: everything that is known; ``KnownPerson/ids`` has the id itself even when nothing has it.
    /// - Throws: ``PlatformStore/StoreError``.
    public func find(
        _ query: PersonQuery, scope: Scope, mobileUserColumn: String = PersonColumns.mobileUser
    ) async throws -> KnownPerson {
        var person = KnownPerson()
        var ids = PersonIDs()
        switch query.kind {
        case .recipient: ids.recipient = query.id
        case .mobileUser: ids.mobileUsers = [query.id]
        case .user: ids.users = [query.id]
        case .device: ids.devices = [query.id]
        case .common: ids = try await collector.reports.profile(scope: scope, common: query.id).ids
        }
        let entries = try await recipients.entries(app: scope.app, kinds: [.database])
        for entry in entries { try await look(for: ids, in: entry, mobileUserColumn, scope.app, &person) }
        var more = PersonIDs()
        for recipient in person.recipients {
            let mobileUser = recipient.value(mobileUserColumn)
            if !mobileUser.isEmpty, !(ids.mobileUsers + more.mobileUsers).contains(mobileUser) {
                more.mobileUsers.append(mobileUser)
            }
        }
        // The person may be in other databases by the mobile user id that was found.
        if !more.isEmpty {
            for entry in entries { try await look(for: more, in: entry, mobileUserColumn, scope.app, &person) }
            ids.mobileUsers += more.mobileUsers
        }
        person.ids = Self.people(ids, person.recipients)
        let recipientIDs = Set(person.ids.compactMap(\.recipient))
        for id in recipientIDs.compactMap({ Int64($0) }).sorted() {
            person.deliveries += try await pushes.deliveries(to: id, app: scope.app)
        }
        try await findRows(of: &person, recipientIDs, app: scope.app)
        for install in person.ids.flatMap(\.devices) { try await findPlacements(of: install, &person, app: scope.app) }
        return person
    }

    /// An event names one recipient at most: each recipient of the person is looked for.
    private static func people(_ ids: PersonIDs, _ recipients: [RecipientRecord]) -> [PersonIDs] {
        var names = ids.recipient.map { [$0] } ?? []
        for recipient in recipients where !names.contains(String(recipient.id)) { names.append(String(recipient.id)) }
        var first = ids
        first.recipient = names.first
        guard !first.isEmpty else { return [] }
        return [first] + names.dropFirst().map { PersonIDs(recipient: $0) }
    }

    private func look(
        for ids: PersonIDs, in entry: ListEntry, _ column: String, _ app: String, _ person: inout KnownPerson
    ) async throws {
        let list = try await recipients.list(entry.id, app: app)
        var found: [RecipientRecord] = []
        if let id = ids.recipient.flatMap({ Int64($0) }), let one = try await recipient(id, in: list) {
            found.append(one)
        }
        for mobileUser in ids.mobileUsers where list.column(column) != nil {
            do {
                found += try await recipients.recipients(
                    with: [column: mobileUser], in: list.id, app: app, limit: Self.pageSize)
            } catch {
                guard error.recipientFault == .notIndexed else { throw error }
                person.obstacles.append(
                    "“\(list.name)” could not be searched by “\(column)”. Give the column an index, then look again.")
            }
        }
        for one in found where !person.recipients.contains(where: { $0.id == one.id }) {
            person.recipients.append(one)
            person.lists[list.id] = list
        }
    }

    private func recipient(_ id: Int64, in list: ListRecord) async throws -> RecipientRecord? {
        do {
            return try await recipients.recipient(.id(id), in: list.id, app: list.app)
        } catch {
            guard error.recipientFault == .noRecipient || error.recipientFault == .removed else { throw error }
            return nil
        }
    }

    /// - Parameter ids: of the person's recipients, also of one that was removed.
    private func findRows(of person: inout KnownPerson, _ ids: Set<String>, app: String) async throws {
        guard !ids.isEmpty else { return }
        for entry in try await recipients.entries(app: app, kinds: [.table]) {
            let table = try await tables.table(entry.id, app: app)
            guard let rule = RowRule(table, person.recipients, ids: ids) else { continue }
            var (after, looked): (String?, Int) = (nil, 0)
            while true {
                let rows = try await tables.rows(of: table.id, app: app, after: after, limit: Self.pageSize)
                person.rows += rows.filter(rule.isOfPerson).map { KnownPerson.Row(table: table, row: $0) }
                (after, looked) = (rows.last?.key, looked + rows.count)
                guard rows.count == Self.pageSize else { break }
                guard looked < Self.mostRows else {
                    person.obstacles.append("Only the first \(Self.mostRows) rows of “\(table.name)” were looked at.")
                    break
                }
            }
        }
    }

    private func findPlacements(of install: String, _ person: inout KnownPerson, app: String) async throws {
        let traces = try await placements.traces(install: install, app: app)
        if !traces.isEmpty { person.placements[install] = traces }
        var last: String?
        repeat {
            let page = try await purchases.purchases(
                PurchaseFilter(install: install), app: app, before: last, limit: Self.pageSize)
            person.purchases += page
            last = page.count == Self.pageSize ? page.last?.id : nil
        } while last != nil && person.purchases.count < Self.mostRows
    }

    /// How many events the log has of a person.
    /// - Parameter most: counting stops at this number or a little above.
    /// - Throws: ``PlatformStore/StoreError``.
    public func events(of person: KnownPerson, scope: Scope, most: Int = 10_000) async throws -> Int {
        var count = 0
        for ids in person.ids {
            var cursor: EventCursor?
            repeat {
                let page = try await collector.questions.export(
                    of: ids, scope: scope, before: cursor, limit: Self.pageSize)
                count += page.lines.count { $0.hasPrefix(PersonExport.eventStart) }
                cursor = page.next
            } while cursor != nil && count < most
        }
        return count
    }

    /// Writes everything that is known of a person: a JSON object on each line, piece by piece.
    /// - Parameter write: gets one or more whole lines.
    /// - Throws: ``PlatformStore/StoreError``, and what `write` throws.
    public func export(
        _ person: KnownPerson, scope: Scope, by who: String, to write: (String) async throws -> Void
    ) async throws {
        try await audit.append(
            action: "person.export", subject: "person", detail: "\(person.recipients.count) recipients",
            app: scope.app, by: who)
        for line in PersonLines.lines(of: person) { try await write(line + "\n") }
        for ids in person.ids {
            var cursor: EventCursor?
            repeat {
                let page = try await collector.questions.export(
                    of: ids, scope: scope, before: cursor, limit: Self.pageSize)
                if !page.lines.isEmpty { try await write(page.lines.joined(separator: "\n") + "\n") }
                cursor = page.next
            } while cursor != nil
        }
    }

    /// Erases a person: asks ``Collector/erase(_:scope:)`` for the events, then deletes rows, deliveries and recipients.
    ///
    /// Events come first: without the recipients nobody could find them again. A call that failed can be made again.
    /// - Throws: ``PlatformStore/StoreError``; `invalid` when no id is known.
    public func erase(_ person: KnownPerson, scope: Scope, by who: String) async throws -> PersonErasure {
        var done = PersonErasure()
        guard !person.ids.isEmpty else { throw StoreError(.invalid, "there is no id by which to erase somebody") }
        for ids in person.ids {
            done.requests.append(try await collector.erase(ids, scope: scope))
            try await testDevices.forget(ids.devices, app: scope.app)
            for install in ids.devices {
                done.purchases += try await purchases.forget(install: install, app: scope.app)
                done.forms += try await placements.erase(install: install, app: scope.app)
            }
        }
        done.rows = try await deleteRows(of: person, app: scope.app)
        for id in person.ids.compactMap(\.recipient).compactMap({ Int64($0) }) {
            done.deliveries += try await pushes.forget(id, app: scope.app)
        }
        for recipient in person.recipients {
            guard try await self.recipient(recipient.id, in: recipient.list, scope.app) else { continue }
            try await recipients.remove(.id(recipient.id), from: recipient.list, app: scope.app)
            done.recipients += 1
        }
        // The log keeps who erased somebody, and not whom.
        try await audit.append(
            action: "person.erase", subject: done.requests.map { String($0) }.joined(separator: " "),
            detail: "\(done.recipients) recipients, \(done.rows) rows, \(done.deliveries) deliveries", app: scope.app,
            by: who)
        return done
    }

    /// Whether the recipient is there: somebody else may have removed it meanwhile.
    private func recipient(_ id: Int64, in list: Int64, _ app: String) async throws -> Bool {
        try await recipient(id, in: try await recipients.list(list, app: app)) != nil
    }

    private func deleteRows(of person: KnownPerson, app: String) async throws -> Int {
        var deleted = 0
        for (table, found) in Dictionary(grouping: person.rows, by: \.table) {
            let keys = table.columns.filter { $0.lookup == .unique }.map(\.name)
            var rest = found[...]
            while !rest.isEmpty {
                let step = rest.prefix(RelationalTableRecord.maximumRows)
                rest = rest.dropFirst(step.count)
                let named = step.map { one in
                    Dictionary(keys.map { ($0, one.row.values[$0] ?? "") }) { first, _ in first }
                }
                deleted += try await tables.deleteRows(named, in: table.id, app: app)
            }
        }
        return deleted
    }
}

/// The names of columns by which people are found.
public enum PersonColumns {
    /// What SDKs call the column of mobile user ids unless they are configured otherwise.
    public static let mobileUser = "Mobile User Id"
}
