import MarqueeWire
import PlatformStore

/// The installs that have sent events: when they were seen, and what they run.
struct Installs: Projection {
    fileprivate static let release = PropertyKey("release")

    let name = "installs"
    /// Every event counts; the release is taken from those that the SDK records itself.
    let eventNames: Set<String>? = nil
    let keys = [release]

    let versions = [
        """
        CREATE TABLE IF NOT EXISTS install (
            scope INTEGER NOT NULL, id TEXT NOT NULL, first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL,
            sdk TEXT NOT NULL, release INTEGER, events INTEGER NOT NULL, PRIMARY KEY (scope, id)) WITHOUT ROWID;
        """
    ]

    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold { try InstallsFold(warehouse) }
}

private final class InstallsFold: ProjectionFold {
    private struct Key: Hashable {
        let scope: Int64
        /// In the ``NameTable``.
        let install: Int64
    }

    private struct Install {
        let id: String
        let firstSeen: Int64
        var lastSeen: Int64
        var sdk = ""
        var release: Int64?
        var events = 0
    }

    /// The events whose `release` is that of the SDK's content.
    private static let releaseEvents = [
        EventName.contentViewed, EventName.contentRead, EventName.hubPresented, EventName.externalLinkOpened,
        EventName.refreshEnded, EventName.userTags,
    ].map { Array($0.utf8) }

    private let names: NameTable
    private let release: FoldKey
    private let store: SQLiteStatement
    private let remove: SQLiteStatement
    private var installs: [Key: Install] = [:]

    init(_ warehouse: FoldContext) throws(StoreError) {
        names = warehouse.names
        release = warehouse.key(Installs.release)
        store = try warehouse.connection.prepare(
            """
            INSERT INTO install (scope, id, first_seen, last_seen, sdk, release, events) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, id) DO UPDATE SET last_seen = excluded.last_seen, sdk = excluded.sdk,
            release = COALESCE(excluded.release, install.release), events = install.events + excluded.events
            """)
        remove = try warehouse.connection.prepare("DELETE FROM install WHERE scope = ? AND id = ?")
    }

    func fold(_ events: [FoldedEvent], of batch: FoldedBatch) throws(StoreError) {
        // Stands for all devices that opted out.
        guard batch.install != ServerEvents.nobody else { return }
        let key = Key(scope: batch.scopeNumber, install: try names.install(of: batch))
        let received = batch.received.milliseconds
        var install = installs[key] ?? Install(id: batch.install, firstSeen: received, lastSeen: received)
        install.lastSeen = received
        install.sdk = batch.sdk
        install.events += events.count
        install.release = latestRelease(events, batch) ?? install.release
        installs[key] = install
    }

    /// The release that the last event with one names.
    private func latestRelease(_ events: [FoldedEvent], _ batch: FoldedBatch) -> Int64? {
        for event in events.reversed() {
            guard let release = batch.integer(release, of: event), let name = event.marked.name.text,
                Self.releaseEvents.contains(where: { batch.scanner.isEqual(name, $0) })
            else { continue }
            return release
        }
        return nil
    }

    func write() throws(StoreError) {
        for (key, install) in installs {
            store.bind(1, key.scope)
            store.bind(2, install.id)
            store.bind(3, install.firstSeen)
            store.bind(4, install.lastSeen)
            store.bind(5, install.sdk)
            store.bind(6, install.release)
            store.bind(7, Int64(install.events))
            try store.run()
        }
        forget()
    }

    func forget() { installs = [:] }

    func erase(_ person: ErasedPerson) throws(StoreError) -> Bool {
        for device in person.ids.devices {
            remove.bind(1, person.scope)
            remove.bind(2, device)
            try remove.run()
        }
        return false
    }
}
