import Foundation
import MarqueeWire
import Web

/// What the device service needs from the platform: documents as they were signed and files of objects.
///
/// The routes know nothing else of storage.
protocol ServiceContent: Sendable {
    /// The signed root of one version; `nil` when there is none (yet).
    func root(app: String, version: Int) async throws -> Data?
    /// The newest signed fresh document of a stream.
    func fresh(_ scope: Scope) async throws -> Data?
    /// The file with an object in an encoding; `nil` when the app has no such object or the encoding cannot be made.
    /// - Parameter makes: whether an encoding that is not there yet is made now.
    func object(_ hash: ObjectHash, _ encoding: ObjectEncoding, scope: Scope, makes: Bool) async throws -> URL?
    /// The whole-file database of one release.
    func contentDatabase(_ scope: Scope, version: Int) async throws -> URL?
}

/// Where posted events go: on disk when the receipt is returned.
protocol EventAcceptance: Sendable {
    /// Whether there is such an app with such a stream; asked before the body is read.
    func isKnown(_ scope: Scope) async throws -> Bool

    /// Refuses a sender who has to wait; asked before the body is read.
    /// - Throws: ``WebError`` with the time after which another attempt makes sense.
    func admit(_ sender: PeerAddress) throws

    /// Takes the bytes of one ``EventBatch``, inflated.
    /// - Throws: ``WebError`` when nothing of the batch was taken.
    func accept(_ batch: [UInt8], scope: Scope, from sender: PeerAddress?) async throws -> EventReceipt
}
