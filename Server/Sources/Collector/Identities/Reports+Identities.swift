public import MarqueeWire
import PlatformStore

extension Reports {
    /// The ids that an install has sent, removed links included.
    /// - Throws: ``PlatformStore/StoreError``.
    public func links(scope: Scope, install: String) async throws -> [IdentityLink] {
        try await reader.answer { (connection) throws(StoreError) in
            try IdentityLink.links(scope: scope, install: install, connection)
        }
    }

    /// The installs that the app has joined by a common id, with all of their links; without any when there are none.
    ///
    /// An install whose link to the common id is removed is not part of the profile; its link is listed. Links to recipients
    /// who have opted out are left out.
    /// - Throws: ``PlatformStore/StoreError``.
    public func profile(scope: Scope, common: String) async throws -> PersonProfile {
        let links = try await reader.answer { (connection) throws(StoreError) in
            var links: [IdentityLink] = []
            for link in try IdentityLink.links(scope: scope, .common, common, connection) {
                if link.removed != nil {
                    links.append(link)
                } else if links.count < IdentityLink.mostOfProfile {
                    links += try IdentityLink.links(scope: scope, install: link.install, connection)
                }
            }
            return links
        }
        return PersonProfile(common: common, links: try await withoutOptedOut(links, app: scope.app))
    }

    private func withoutOptedOut(_ links: [IdentityLink], app: String) async throws -> [IdentityLink] {
        let named = Set(links.filter { $0.kind == .recipient }.map(\.id))
        guard let recipients, !named.isEmpty else { return links }
        let optedOut = try await recipients.optedOut(among: named, app: app)
        return links.filter { $0.kind != .recipient || optedOut[$0.id] == nil }
    }
}

extension IdentityLink {
    /// The most links of one question.
    private static let mostLinks = 1000
    /// The links of a profile after which no further install is read.
    static let mostOfProfile = 10_000

    /// The links of an install.
    static func links(scope: Scope, install: String, _ connection: SQLiteConnection) throws(StoreError)
        -> [IdentityLink]
    {
        let select = try connection.prepare("\(Self.select) install = ? ORDER BY since, kind, id LIMIT \(mostLinks)")
        select.bind(1, scope.description)
        select.bind(2, install)
        return try read(select)
    }

    /// The links to an id.
    static func links(
        scope: Scope, _ kind: Kind, _ id: String, _ connection: SQLiteConnection
    ) throws(StoreError) -> [IdentityLink] {
        let select = try connection.prepare(
            "\(Self.select) kind = ? AND id = ? ORDER BY since, install LIMIT \(mostLinks)")
        select.bind(1, scope.description)
        select.bind(2, Int64(kind.rawValue))
        select.bind(3, id)
        return try read(select)
    }

    /// The links to the ids of a person, and those of the person's devices.
    static func links(
        of ids: PersonIDs, scope: Scope, _ connection: SQLiteConnection
    ) throws(StoreError) -> [IdentityLink] {
        var links: [IdentityLink] = []
        if let recipient = ids.recipient { links += try self.links(scope: scope, .recipient, recipient, connection) }
        for id in ids.mobileUsers { links += try self.links(scope: scope, .mobileUser, id, connection) }
        for id in ids.users { links += try self.links(scope: scope, .user, id, connection) }
        for id in ids.devices { links += try self.links(scope: scope, install: id, connection) }
        return links.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static let select = """
        SELECT install, kind, id, since, event, COALESCE(removed, (
            SELECT ended.last FROM identity_link AS ended WHERE ended.scope = identity_link.scope
            AND ended.install = identity_link.install AND ended.kind = identity_link.kind AND ended.id = ''
            AND ended.last >= identity_link.last AND ended.kind = \(Kind.advertiser.rawValue)))
        FROM identity_link
        WHERE id <> '' AND scope = (SELECT id FROM term WHERE text = ?) AND
        """

    private static func read(_ select: SQLiteStatement) throws(StoreError) -> [IdentityLink] {
        var links: [IdentityLink] = []
        while try select.step() {
            guard let kind = Kind(rawValue: Int(select.integer(1))), let event = EventID(select.bytes(4)) else {
                continue
            }
            links.append(
                IdentityLink(
                    install: select.text(0), kind: kind, id: select.text(2),
                    since: Timestamp(milliseconds: select.integer(3)), event: event,
                    removed: select.isNull(5) ? nil : Timestamp(milliseconds: select.integer(5))))
        }
        return links
    }
}
