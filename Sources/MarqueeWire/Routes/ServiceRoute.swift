public import Foundation

/// The requests of a device. Each is a path below the service address `https://HOST/v1/apps/APP/STREAM`.
public enum ServiceRoute: Sendable, Hashable {
    /// `GET`: the signed root of one version; immutable. 404 means that this version does not exist yet.
    case root(version: Int)
    /// `GET`: the signed ``Fresh``, with `ETag` and `If-None-Match`.
    case fresh
    /// `GET`: an object in one of its encodings; immutable. A delta that the server cannot create is a 404.
    case object(ObjectHash, ObjectEncoding)
    /// `GET`: the whole content of one release as an SQLite file (see ``ContentDatabaseSchema``); immutable.
    case contentDatabase(version: Int)
    /// `POST`: an ``EventBatch``. The answer is an ``EventReceipt``.
    case events

    /// The path below the service address, without a leading slash.
    public var path: String {
        switch self {
        case .root(let version): "root/\(version)"
        case .fresh: "fresh"
        case .object(let hash, .identity): "objects/\(hash)"
        case .object(let hash, .deflate): "objects/\(hash)/deflate"
        case .object(let hash, .delta(let base)): "objects/\(hash)/delta/\(base)"
        case .contentDatabase(let version): "releases/\(version)/contentDB.sqlite3"
        case .events: "events"
        }
    }

    /// The address below a service address, with or without a trailing slash.
    public func url(below service: URL) -> URL { service.appending(path: path) }

    /// The path of the service address on a server, without a trailing slash.
    public static func servicePath(_ scope: Scope) -> String { "/v1/apps/\(scope.app)/\(scope.stream)" }
}
