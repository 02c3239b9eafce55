import Foundation
import MarqueeWire

/// The verified documents and versions that a device remembers, and the rules for changing them.
///
/// A value: its input is a document, its output is a new state or a ``MarqueeWire/WireError``.
///
/// One file stores the whole state, with the name of the active content file. So high-water marks and activation change
/// together or not at all.
struct TrustState: Sendable, Codable {
    /// The newest accepted versions. Lower versions are refused.
    struct Marks: Sendable, Codable, Equatable {
        var fresh = 0
        var release: Fresh.ReleasePointer?
        /// The newest issue time of all accepted documents. If the device's clock is earlier, this time is used.
        var time = Timestamp(milliseconds: 0)
    }

    /// The active release.
    struct Content: Sendable, Codable, Equatable {
        let file: String
        let version: Int
        let release: ObjectHash
    }

    /// The signed roots, version 1 first.
    var roots: [Data] = []
    /// The newest fresh document, as received.
    var fresh: Data?
    /// The entity tag that the service sent with ``fresh``.
    var etag: String?
    var marks = Marks()
    var content: Content?

    /// The current time for a refresh, read once at its beginning. It is never before ``Marks/time``.
    func time(device: Timestamp) -> Timestamp { max(device, marks.time) }

    /// Accepts the next root.
    ///
    /// If the root withdraws a key of an online role, all marks are reset, because an attacker with that key may have
    /// raised them (recovery from fast-forward; TUF 1.0.34, 5.3.11).
    mutating func accept(root data: Data, in chain: inout TrustChain) throws(WireError) {
        let withdrawn = try chain.append(data)
        roots = chain.documents
        if withdrawn {
            marks = Marks()
            fresh = nil
            etag = nil
        }
        raiseTime(chain.root?.issued)
    }

    /// Accepts a fresh document if it is authentic, not older than the accepted one, and valid at `now`.
    mutating func accept(fresh data: Data, etag newTag: String?, chain: TrustChain, now: Timestamp) throws(WireError)
        -> Fresh
    {
        let next = try chain.fresh(data)
        try Self.requireValid(chain: chain, fresh: next, now: now)
        guard next.root <= chain.version else {
            throw WireError(.wrongVersion, "the state needs root \(next.root); the chain ends at \(chain.version)")
        }
        guard next.version >= marks.fresh else {
            throw WireError(
                .wrongVersion, "state \(next.version) is older than \(marks.fresh), which was already accepted")
        }
        if next.version == marks.fresh, let fresh, try chain.fresh(fresh) != next {
            throw WireError(.wrongVersion, "two different states carry version \(next.version)")
        }
        try requireInOrder(next.release)
        fresh = data
        etag = newTag
        marks.fresh = next.version
        marks.release = next.release
        raiseTime(next.issued)
        return next
    }

    /// Requires that the last root and the fresh document have not expired. Expiry stops updates and nothing else.
    static func requireValid(chain: TrustChain, fresh: Fresh, now: Timestamp) throws(WireError) {
        if let root = chain.root, root.expires <= now {
            throw WireError(.expired, "root \(root.version) expired at \(root.expires)")
        }
        guard fresh.expires > now else {
            throw WireError(.expired, "state \(fresh.version) expired at \(fresh.expires)")
        }
    }

    /// Stores which file is active, and takes the release's issue time into ``Marks/time``.
    mutating func activate(_ content: Content, release: Release) {
        self.content = content
        raiseTime(release.issued)
    }

    private func requireInOrder(_ pointer: Fresh.ReleasePointer) throws(WireError) {
        guard let accepted = marks.release else { return }
        guard pointer.version >= accepted.version else {
            throw WireError(
                .wrongVersion,
                "release \(pointer.version) is older than \(accepted.version), which was already accepted")
        }
        guard pointer.version > accepted.version || pointer.object == accepted.object else {
            throw WireError(.wrongVersion, "two different releases carry version \(pointer.version)")
        }
    }

    private mutating func raiseTime(_ time: Timestamp?) {
        if let time { marks.time = max(marks.time, time) }
    }
}
