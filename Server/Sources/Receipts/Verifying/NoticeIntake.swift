public import Foundation
import MarqueeWire
public import PlatformStore

/// Takes notices of App Store Server Notifications V2.
public struct NoticeIntake: Sendable {
    /// Of a posted body, in bytes.
    public static let maximumBody = 256 * 1024

    /// Why a notice is not stored.
    public enum Refusal: Error, Sendable, Hashable {
        /// It does not prove that the store sent it for this app.
        case unproven(ReceiptRefusal)
        /// It cannot be verified until the operator has set something; the store sends it again. A sentence for people.
        case notReady(String)
        /// The app does not exist.
        case unknownApp
    }

    private struct Body: Decodable {
        let signedPayload: String
    }

    private let platform: Platform
    private let rootFile: URL?
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - platform: knows the apps and keeps the notices.
    ///   - rootFile: a file for ``TrustedRoots``.
    public init(_ platform: Platform, rootFile: URL?) {
        self.platform = platform
        self.rootFile = rootFile
        now = { Timestamp(Date()) }
    }

    /// Verifies a notice and stores it.
    /// - Parameters:
    ///   - body: what was posted.
    ///   - app: the app that the address names.
    /// - Throws: ``Refusal``, `StoreError`.
    public func take(_ body: Data, app: String) async throws {
        guard try await platform.apps.app(app) != nil else { throw Refusal.unknownApp }
        guard let identity = try await platform.purchases.identity(app: app) else {
            throw Refusal.notReady("nobody has said which bundle ids the app has")
        }
        guard let rootFile, let roots = try? TrustedRoots(rootFile) else {
            throw Refusal.notReady("the server has no root certificate of the store")
        }
        let notice: StoreNotice
        do throws(ReceiptRefusal) {
            let body: Body = try JSONObject.decode(body)
            let read = try await SignedReceipts(roots: roots).notice(Data(body.signedPayload.utf8), at: now())
            guard identity.bundleIDs.contains(read.bundleID) else { throw .foreignApp }
            notice = read.notice
        } catch {
            throw Refusal.unproven(error)
        }
        try await platform.purchases.record(notice, app: app)
    }
}
