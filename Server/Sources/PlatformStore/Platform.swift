public import Foundation

/// One data directory: its database, objects and keys, each behind the protocol that the rest of the server sees.
///
///     let platform = try Platform.open(at: folder)
///     let hubs = try await platform.content.hubs(app: "demo")
public struct Platform: Sendable {
    public let folder: URL
    public let apps: any AppStore
    public let content: any ContentStore
    public let releases: any ReleaseStore
    public let objects: any ObjectStore
    public let keys: any KeyStore
    public let accounts: any AccountStore
    public let audit: any AuditLog
    public let feeds: any FeedSourceStore
    public let templates: any TemplateStore

    public init(
        folder: URL, apps: any AppStore, content: any ContentStore, releases: any ReleaseStore, objects: any ObjectStore,
        keys: any KeyStore, accounts: any AccountStore, audit: any AuditLog, feeds: any FeedSourceStore,
        templates: any TemplateStore
    ) {
        self.folder = folder
        self.apps = apps
        self.content = content
        self.releases = releases
        self.objects = objects
        self.keys = keys
        self.accounts = accounts
        self.audit = audit
        self.feeds = feeds
        self.templates = templates
    }
}
