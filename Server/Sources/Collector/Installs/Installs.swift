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
    private var installs: [Key: Install] = [:]
    /// The batch's install, with what its events said.
    private var current: (key: Key, install: Install)?
    /// Whether events of the batch's latest name have the content's release.
    private var latestName: (text: TextSpan, hasRelease: Bool)?

    init(_ warehouse: FoldContext) throws(StoreError) {
        names = warehouse.names
        release = warehouse.key(Installs.release)
        store = try warehouse.connection.prepare(
            """
            INSERT INTO install (scope, id, first_seen, last_seen, sdk, release, events) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, id) DO UPDATE SET last_seen = excluded.last_seen, sdk = excluded.sdk,
            release = COALESCE(excluded.release, install.release), events = install.events + excluded.events
            """)
    }

    func batchBegan(_ batch: FoldedBatch) throws(StoreError) {
        keepCurrent()
        let key = Key(scope: batch.scopeNumber, install: try names.install(of: batch))
        let received = batch.received.milliseconds
        var install = installs[key] ?? Install(id: batch.install, firstSeen: received, lastSeen: received)
        install.lastSeen = received
        install.sdk = batch.sdk
        current = (key, install)
        latestName = nil
    }

    func fold(_ event: FoldedEvent, of batch: FoldedBatch) {
        current?.install.events += 1
        guard hasRelease(event.marked.name, in: batch), let release = batch.integer(release, of: event) else { return }
        current?.install.release = release
    }

    private func hasRelease(_ name: TextSpan, in batch: FoldedBatch) -> Bool {
        if let latestName, batch.isSame(latestName.text, name) { return latestName.hasRelease }
        let hasRelease = name.text.map { name in
            Self.releaseEvents.contains { batch.scanner.isEqual(name, $0) }
        }
        latestName = (name, hasRelease ?? false)
        return hasRelease ?? false
    }

    func write() throws(StoreError) {
        keepCurrent()
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

    func forget() { (installs, current, latestName) = ([:], nil, nil) }

    private func keepCurrent() {
        if let current { installs[current.key] = current.install }
    }
}
