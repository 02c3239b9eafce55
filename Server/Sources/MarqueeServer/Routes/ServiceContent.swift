import Foundation
import MarqueeWire
import PlatformStore
import Web

/// What the device service needs from the platform: documents as they were signed, and objects.
///
/// The routes use nothing else of the storage.
protocol ServiceContent: Sendable {
    /// The signed root of one version; `nil` when it does not exist (yet).
    func root(app: String, version: Int) async throws -> Data?
    /// The newest signed fresh document of a stream.
    func fresh(_ scope: Scope) async throws -> Data?
    /// An object in an encoding; `nil` when the app has no such object or the encoding cannot be made.
    /// - Parameter makes: whether a missing encoding is made now.
    func object(_ hash: ObjectHash, _ encoding: ObjectEncoding, scope: Scope, makes: Bool) async throws -> StoredFile?
    /// The whole-file database of one release.
    func contentDatabase(_ scope: Scope, version: Int) async throws -> StoredFile?
}

/// Stores posted events: they are on disk when the receipt is returned.
protocol EventAcceptance: Sendable {
    /// Whether the app and stream exist; called before the body is read.
    func isKnown(_ scope: Scope) async throws -> Bool

    /// Refuses a sender that has to wait; called before the body is read.
    /// - Throws: ``WebError`` with the time after which another attempt makes sense.
    func admit(_ sender: PeerAddress) throws

    /// Stores one ``EventBatch``, given as inflated bytes.
    /// - Throws: ``WebError`` when nothing of the batch was stored.
    func accept(_ batch: [UInt8], scope: Scope, from sender: PeerAddress?) async throws -> EventReceipt
}
