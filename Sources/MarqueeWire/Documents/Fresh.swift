/// The short-lived state of a stream: which release is current, whether content may be shown at all, and how the device
/// refreshes.
///
/// A device asks for this alone when it checks for news. It expires within days, so that withholding newer ones becomes
/// visible.
public struct Fresh: Sendable, Hashable, Codable, DocumentPayload {
    /// Separates it from the other signed documents.
    public static let type = DocumentType.fresh

    /// Whether content may be presented.
    ///
    /// Off for everybody and off for builds that misbehave are two cases.
    public enum State: Sendable, Hashable, Codable {
        /// Content is shown.
        case active
        /// Nothing is presented until a later document says `active`.
        case paused(reason: String)
        /// App builds in the closed range present nothing until the app is updated. Builds compare as dotted numbers.
        case lockdown(fromBuild: String, throughBuild: String, reason: String)
    }

    /// When a device without content downloads it.
    public enum InitialDownload: String, Sendable, Codable, CaseIterable {
        /// As soon as the app starts.
        case immediate
        /// When a hub is presented for the first time.
        case onDemand
    }

    /// What a device with older content does.
    public enum Refresh: String, Sendable, Codable, CaseIterable {
        /// Shows what it has, and looks for news behind it.
        case staleOK
        /// Looks for news first, and shows nothing older.
        case dontShowStale
        /// Looks for news when the app starts as well as behind what it shows; its period is not kept yet.
        case recurring
    }

    /// The signed release document: fetched as an object by its hash.
    public struct ReleasePointer: Sendable, Hashable, Codable {
        /// The release's own version, from 1.
        public let version: Int
        /// The release document among the objects.
        public let object: ObjectReference

        /// Points to a release.
        public init(version: Int, object: ObjectReference) {
            self.version = version
            self.object = object
        }
    }

    /// The app and stream it holds for.
    public let scope: Scope
    /// Never decreases within a stream.
    public var version: Int
    /// When it was signed, by the engine's clock.
    public var issued: Timestamp
    /// From when on a device calls its content stale; days after ``issued``.
    public var expires: Timestamp
    /// The root version whose keys sign from here on; a device with an older root walks the chain first.
    public var root: Int
    /// What is to be shown.
    public var release: ReleasePointer
    /// Whether it is to be shown.
    public var state: State
    /// Pages that must not be shown, whatever the release says.
    public var revoked: [ContentURI]
    /// When a device without content fetches it.
    public var initialDownload: InitialDownload
    /// When a device with content asks for newer.
    public var refresh: Refresh
    /// Between two background refreshes in the mode `recurring`; at least a minute.
    public var refreshIntervalSeconds: Int

    /// Describes the state of a stream; everything optional has the default of an ordinary one.
    public init(
        scope: Scope, version: Int, issued: Timestamp, expires: Timestamp, root: Int, release: ReleasePointer,
        state: State = .active,
        revoked: [ContentURI] = [], initialDownload: InitialDownload = .onDemand, refresh: Refresh = .staleOK,
        refreshIntervalSeconds: Int = 3600
    ) {
        self.scope = scope
        self.version = version
        self.issued = issued
        self.expires = expires
        self.root = root
        self.release = release
        self.state = state
        self.revoked = revoked
        self.initialDownload = initialDownload
        self.refresh = refresh
        self.refreshIntervalSeconds = refreshIntervalSeconds
    }

    /// Checks what a signature does not prove: ranges, order of dates, sizes.
    public func validate() throws(WireError) {
        guard version >= 1, root >= 1, release.version >= 1 else { throw WireError(.malformed, "versions start at 1") }
        guard release.object.length <= DocumentType.release.maximumSize else {
            throw WireError(.tooLarge, "release of \(release.object.length) bytes")
        }
        guard refreshIntervalSeconds >= 60 else {
            throw WireError(.malformed, "refresh interval of \(refreshIntervalSeconds) s; at least 60")
        }
    }
}
