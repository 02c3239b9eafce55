import MarqueeWire
import PlatformStore

final class IdentitiesFold: ProjectionFold {
    private struct Install: Hashable {
        let scope: Int64
        let name: String
    }

    private struct Key: Hashable {
        let install: Install
        let kind: IdentityLink.Kind
        /// Compared byte for byte, as everywhere; the texts of equal bytes are equal.
        let id: [UInt8]
    }

    /// The links and installs that are kept in memory; when there are more, all are forgotten.
    private static let mostKnown = 20_000
    /// Rows that one step looks at for the earlier links of installs.
    private static let step = 20_000

    private let connection: SQLiteConnection
    private let slots: EventSlots
    private let keys: [(kind: IdentityLink.Kind, key: FoldKey)]
    private let rows: IdentityRows
    private let findCommon: SQLiteStatement
    private let earlier: EarlierInstalls
    /// What the file has of links, as far as it is known here.
    private var known: [Key: IdentitySpan] = [:]
    private var new: [Key: IdentitySpan] = [:]
    /// Whether an install has passed a common id.
    private var hasCommon: [Install: Bool] = [:]
    /// Installs that have passed their first common id, whose earlier events are not linked yet.
    private var joined: Set<Install> = []

    init(_ warehouse: FoldContext) throws(StoreError) {
        connection = warehouse.connection
        slots = warehouse.slots
        keys = [
            (.common, warehouse.key(Identities.common)), (.recipient, warehouse.key(Identities.recipient)),
            (.mobileUser, warehouse.key(Identities.mobileUser)), (.custom, warehouse.key(Identities.custom)),
        ]
        rows = try IdentityRows(connection)
        earlier = try EarlierInstalls(connection)
        findCommon = try connection.prepare(
            "SELECT 1 FROM identity_link WHERE scope = ? AND install = ? AND kind = \(IdentityLink.Kind.common.rawValue)"
        )
    }

    func fold(_ events: [FoldedEvent], of batch: FoldedBatch) throws(StoreError) {
        guard !events.isEmpty else { return }
        var install: Install?
        for event in events where !event.marked.values.isEmpty {
            for (kind, key) in keys {
                guard let text = batch.text(key, of: event), !text.range.isEmpty else { continue }
                if kind == .recipient || kind == .mobileUser { addSlot(kind, text, event, batch) }
                let name = install ?? Install(scope: batch.scopeNumber, name: batch.install)
                install = name
                if kind == .common, try !passesCommon(name) {
                    hasCommon[name] = true
                    joined.insert(name)
                }
                if kind == .custom, try !passesCommon(name) { continue }
                // Nobody who has opted out is linked.
                if kind == .recipient, event.isOptedOut { continue }
                add(kind, batch.scanner.decoded(text), event, name)
            }
        }
        try addShared(events, install ?? Install(scope: batch.scopeNumber, name: batch.install), batch)
    }

    private func addSlot(
        _ kind: IdentityLink.Kind, _ text: JSONScanner.Text, _ event: FoldedEvent, _ batch: FoldedBatch
    ) {
        let subject = batch.scanner.withBytes(of: text) { bytes in
            let subject: EventSlots.Subject = kind == .recipient ? .recipient(bytes) : .mobileUser(bytes)
            return subject.hash(scope: batch.scopeNumber)
        }
        slots.add(subject, EventSlots.Place(made: event.marked.made))
    }

    private func add(_ kind: IdentityLink.Kind, _ id: [UInt8], _ event: FoldedEvent, _ install: Install) {
        add(Key(install: install, kind: kind, id: id), IdentitySpan(event.time, event.marked.id, of: kind))
    }

    /// Links span from the earliest event to the latest, in whatever order the events arrive.
    private func add(_ key: Key, _ span: IdentitySpan) {
        if let known = known[key], known.contains(span) { return }
        new[key] = new[key].map { $0.joined(with: span) } ?? span
    }

    /// What is linked only where the app has passed a common id.
    private func addShared(_ events: [FoldedEvent], _ install: Install, _ batch: FoldedBatch) throws(StoreError) {
        guard try passesCommon(install) else { return }
        var latest: (span: TextSpan, id: [UInt8])?
        let advertiser = IdentityRows.advertiser(batch.envelope.advertiser.text.map(batch.scanner.decoded) ?? [])
        for event in events {
            add(.advertiser, advertiser, event, install)
            guard let text = event.marked.user.text else { continue }
            if latest.map({ !batch.isSame($0.span, event.marked.user) }) ?? true {
                latest = (event.marked.user, batch.scanner.decoded(text))
            }
            if let latest { add(.user, latest.id, event, install) }
        }
    }

    private func passesCommon(_ install: Install) throws(StoreError) -> Bool {
        if let known = hasCommon[install] { return known }
        findCommon.bind(1, install.scope)
        findCommon.bind(2, install.name)
        let found = try findCommon.first() != nil
        hasCommon[install] = found
        return found
    }

    func write() throws(StoreError) {
        for (key, span) in new {
            try rows.store(span, scope: key.install.scope, install: key.install.name, kind: key.kind, id: key.id)
            known[key] = known[key].map { $0.joined(with: span) } ?? span
        }
        for install in joined { try earlier.add(scope: install.scope, install: install.name) }
        (new, joined) = ([:], [])
        if known.count + hasCommon.count > Self.mostKnown { forget() }
    }

    func forget() { (known, new, hasCommon, joined) = ([:], [:], [:], []) }

    /// Links what earlier events of installs say that have passed a common id since.
    func tidy(now: Timestamp) throws(StoreError) -> Bool {
        var budget = Self.step
        while budget > 0, let install = try earlier.next() {
            let next = try earlier.read(install, budget: &budget) { event in
                addEarlier(event, Install(scope: install.scope, name: install.name))
            }
            try earlier.move(install, to: next)
        }
        try write()
        return try earlier.next() != nil
    }

    private func addEarlier(_ event: LoggedEvent, _ install: Install) {
        guard let id = event.id else { return }
        func add(_ kind: IdentityLink.Kind, _ text: String) {
            self.add(Key(install: install, kind: kind, id: Array(text.utf8)), IdentitySpan(event.time, id, of: kind))
        }
        if let user = event.user { add(.user, user) }
        let custom = EventProperties.values([Array(Identities.custom.name.utf8)], in: event.properties)[0] ?? ""
        if !custom.isEmpty, custom.utf8.count <= Identities.custom.longest { add(.custom, custom) }
        add(.advertiser, String(decoding: IdentityRows.advertiser(Array(event.advertiser.utf8)), as: UTF8.self))
    }

    func erase(_ person: ErasedPerson) throws(StoreError) -> Bool {
        try rows.erase(person)
        for device in person.ids.devices { try earlier.remove(scope: person.scope, install: device) }
        forget()
        return false
    }
}
