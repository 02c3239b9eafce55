import Foundation
import MarqueeWire

/// What a device remembers of what it has proven, and the rules by which that may change.
///
/// A value: `documents in, new state or WireError out`.
///
/// One file holds all of it, with the name of the active content file, so that high-water marks and activation change
/// together or not at all.
struct TrustState: Sendable, Codable {
    /// The newest versions accepted, below which nothing is accepted any more.
    struct Marks: Sendable, Codable, Equatable {
        var fresh = 0
        var release: Fresh.ReleasePointer?
        /// The newest issue time in any accepted document: the device's clock cannot be set back behind it.
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
    /// The newest fresh document as received.
    var fresh: Data?
    /// The entity tag that came with ``fresh``.
    var etag: String?
    var marks = Marks()
    var content: Content?

    /// The time a refresh calculates with, fixed at its beginning.
    func time(device: Timestamp) -> Timestamp { max(device, marks.time) }

    /// Takes the next root.
    ///
    /// When it withdraws a key of an online role, the marks that the key's holder may have pushed out of reach are
    /// forgotten (recovery from fast-forward; TUF 1.0.34, 5.3.11).
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

    /// Takes a fresh document if it is authentic, in order and valid at `now`.
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

    /// The final root and the fresh document must both be valid: what has expired stops updating (and nothing else).
    static func requireValid(chain: TrustChain, fresh: Fresh, now: Timestamp) throws(WireError) {
        if let root = chain.root, root.expires <= now {
            throw WireError(.expired, "root \(root.version) expired at \(root.expires)")
        }
        guard fresh.expires > now else {
            throw WireError(.expired, "state \(fresh.version) expired at \(fresh.expires)")
        }
    }

    /// Takes the active release's issue time and remembers its file.
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
