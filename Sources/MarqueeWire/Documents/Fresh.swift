/// The short-lived state of a stream: the current release, whether content may be shown, and how the device refreshes.
///
/// A device requests only this document to check for updates. It expires within days, so a device notices when newer
/// documents are withheld.
public struct Fresh: Sendable, Hashable, Codable, DocumentPayload {
    /// Distinguishes it from the other signed documents.
    public static let type = DocumentType.fresh

    /// Whether content may be presented. It can be switched off for everybody, or only for faulty app builds.
    public enum State: Sendable, Hashable, Codable {
        /// Content is shown.
        case active
        /// No content is presented until a later document is `active`.
        case paused(reason: String)
        /// App builds in the closed range present no content until the app is updated. Builds are compared as dotted
        /// numbers.
        case lockdown(fromBuild: String, throughBuild: String, reason: String)
    }

    /// When a device without content downloads content.
    public enum InitialDownload: String, Sendable, Codable, CaseIterable {
        /// As soon as the app starts.
        case immediate
        /// When a hub is presented for the first time.
        case onDemand
    }

    /// What a device with older content does.
    public enum Refresh: String, Sendable, Codable, CaseIterable {
        /// Shows the stored content and checks for updates in the background.
        case staleOK
        /// Checks for updates first and shows no older content.
        case dontShowStale
        /// Checks for updates when the app starts and in the background. The interval is not used yet.
        case recurring
    }

    /// The signed release document. It is fetched as an object by its hash.
    public struct ReleasePointer: Sendable, Hashable, Codable {
        /// The version of the release, from 1.
        public let version: Int
        /// The release document as an object.
        public let object: ObjectReference

        /// `version` is at least 1.
        public init(version: Int, object: ObjectReference) {
            self.version = version
            self.object = object
        }
    }

    /// The app and stream of the document.
    public let scope: Scope
    /// The version of the document; it never decreases within a stream.
    public var version: Int
    /// When it was signed, by the engine's clock.
    public var issued: Timestamp
    /// When a device considers its content stale; days after ``issued``.
    public var expires: Timestamp
    /// The version of the root whose keys sign. A device with an older root fetches the newer roots first.
    public var root: Int
    /// The current release.
    public var release: ReleasePointer
    /// Whether content may be presented.
    public var state: State
    /// Pages that must not be shown, even if the release contains them.
    public var revoked: [ContentURI]
    /// When a device without content downloads content.
    public var initialDownload: InitialDownload
    /// How a device with content checks for updates.
    public var refresh: Refresh
    /// The interval between background refreshes in the mode `recurring`; at least 60 seconds.
    public var refreshIntervalSeconds: Int

    /// By default the stream is active and refreshes in the background.
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
