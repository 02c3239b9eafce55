import Dispatch
import Foundation
import MarqueeWire

/// Objects as blobs `objects/ab/cdef…`, their other encodings beside them as `….z` and `….from-BASE`.
struct BlobObjectStore: ObjectStore {
    /// The largest object, and the largest base, for which a delta is made, in bytes.
    static let maximumDeltaSize = 1024 * 1024
    /// The most deltas that are kept for one object; a further one replaces the oldest.
    static let maximumDeltas = 32
    private static let root = "objects/"

    let blobs: any BlobStore
    /// Encodings of one object are made one after the other, of few objects at the same time: everybody who knows two
    /// hashes can request their delta.
    private let benches = (0..<4).map { _ in SerialWork() }
    /// Each encoding occupies a processor core.
    private let workshop = DispatchQueue(label: "marquee.encodings")

    init(blobs: any BlobStore) {
        self.blobs = blobs
    }

    func put(_ data: Data) async throws(StoreError) -> ObjectReference {
        guard data.count <= ObjectReference.maximumLength else {
            throw StoreError(.invalid, "an object has at most \(ObjectReference.maximumLength) bytes")
        }
        let reference = try await BlockingWork.run { () throws(StoreError) in ObjectReference(of: data) }
        let name = Self.name(reference.sha256)
        if try await blobs.storedLength(of: name) != data.count { try await blobs.put(data, as: name) }
        return reference
    }

    func contains(_ hash: ObjectHash) async throws(StoreError) -> Bool {
        try await blobs.storedLength(of: Self.name(hash)) != nil
    }

    func data(_ hash: ObjectHash, verifying: Bool) async throws(StoreError) -> Data? {
        guard let data = try await read(hash) else { return nil }
        guard verifying, try await !isIntact(data, hash) else { return data }
        // A copy nearby may be damaged, or the transfer.
        await blobs.forget(Self.name(hash))
        guard let data = try await read(hash) else { return nil }
        guard try await isIntact(data, hash) else {
            throw StoreError(.damaged, "object \(hash) has changed since it was stored")
        }
        return data
    }

    func names(after: ObjectHash?, limit: Int) async throws(StoreError) -> [ObjectHash] {
        var hashes: [ObjectHash] = []
        var last = after.map(Self.name)
        while hashes.count < limit {
            // Encodings are listed too.
            let size = max(limit - hashes.count, 100)
            let page = try await blobs.list(Self.root, after: last, limit: size)
            hashes += page.compactMap { Self.hash(of: $0.name) }
            last = page.last?.name
            if page.count < size { break }
        }
        return Array(hashes.prefix(limit))
    }

    func file(_ hash: ObjectHash, as encoding: ObjectEncoding, makes: Bool) async throws(StoreError) -> StoredFile? {
        let name = Self.name(hash, encoding)
        if let file = try await StoredFile(name, in: blobs) { return file }
        guard makes, encoding != .identity else { return nil }
        do {
            return try await benches[hash.hex.utf8.reduce(0) { $0 &+ Int($1) } % benches.count].run {
                // Another request may have made the same encoding meanwhile.
                if let file = try await StoredFile(name, in: blobs) { return file }
                return try await make(hash, encoding, name) ? try await StoredFile(name, in: blobs) : nil
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.storage, "an encoding of \(hash) cannot be made", cause: error)
        }
    }

    /// - Returns: `false` when the object or the base is missing, or too large for a delta.
    private func make(_ hash: ObjectHash, _ encoding: ObjectEncoding, _ name: String) async throws(StoreError) -> Bool {
        // An encoding is kept, so it is made of bytes that are right.
        guard let object = try await data(hash, verifying: true) else { return false }
        var base = Data()
        if case .delta(let other) = encoding {
            guard object.count <= Self.maximumDeltaSize, let found = try await data(other, verifying: true),
                found.count <= Self.maximumDeltaSize
            else { return false }
            base = found
            try await makeRoom(for: hash)
        }
        let encoded = try await BlockingWork.run(on: workshop) { [base] () throws(StoreError) in
            do throws(WireError) { return try encoding.encode(object, base: base) } catch {
                throw StoreError(.storage, error.message, cause: error)
            }
        }
        try await blobs.put(encoded, as: name)
        return true
    }

    /// Removes an object's oldest deltas, so that there is room for another one.
    private func makeRoom(for hash: ObjectHash) async throws(StoreError) {
        let deltas = try await blobs.list("\(Self.name(hash)).from-", after: nil, limit: 1000)
        guard deltas.count >= Self.maximumDeltas else { return }
        for delta in deltas.sorted(by: { $0.stored < $1.stored }).prefix(deltas.count - Self.maximumDeltas + 1) {
            try await blobs.remove(delta.name)
        }
    }

    private func read(_ hash: ObjectHash) async throws(StoreError) -> Data? {
        try await blobs.read(Self.name(hash), 0..<ObjectReference.maximumLength)?.bytes
    }

    private func isIntact(_ data: Data, _ hash: ObjectHash) async throws(StoreError) -> Bool {
        try await BlockingWork.run { () throws(StoreError) in ObjectHash(of: data) == hash }
    }

    /// The hash of the object with that name; `nil` for an encoding, and for what is no object.
    static func hash(of name: String) -> ObjectHash? {
        guard name.hasPrefix(root) else { return nil }
        return ObjectHash(hex: name.dropFirst(root.count).replacing("/", with: ""))
    }

    private static func name(_ hash: ObjectHash, _ encoding: ObjectEncoding = .identity) -> String {
        let name = "\(root)\(hash.hex.prefix(2))/\(hash.hex.dropFirst(2))"
        return switch encoding {
        case .identity: name
        case .deflate: "\(name).z"
        case .delta(let base): "\(name).from-\(base.hex)"
        }
    }

    private static func name(_ hash: ObjectHash) -> String { name(hash, .identity) }
}
