import Dispatch
import Foundation
import MarqueeWire

/// Objects as files `ab/cdef…`, their other encodings beside them as `….z` and `….from-BASE`.
struct ObjectFolder: ObjectStore {
    /// The largest object, and the largest base, for which a delta is made, in bytes.
    static let maximumDeltaSize = 1024 * 1024
    /// The most deltas that are kept for one object; a further one replaces the oldest.
    static let maximumDeltas = 32

    private let folder: URL
    /// Encodings are made one after the other: each occupies a processor core, and everybody who knows two hashes can
    /// request their delta.
    ///
    /// Finished encodings are served at the same time.
    private let workshop = DispatchQueue(label: "marquee.encodings")

    init(at folder: URL) throws(StoreError) {
        self.folder = folder
        try PrivateFile.makeFolder(folder)
    }

    func put(_ data: Data) async throws(StoreError) -> ObjectReference {
        guard data.count <= ObjectReference.maximumLength else {
            throw StoreError(.invalid, "an object has at most \(ObjectReference.maximumLength) bytes")
        }
        return try await BlockingWork.run { () throws(StoreError) in
            let reference = ObjectReference(of: data)
            let file = url(reference.sha256)
            if length(of: file) == data.count { return reference }
            try PrivateFile.makeFolder(file.deletingLastPathComponent())
            try PrivateFile.write(data, to: file)
            return reference
        }
    }

    func contains(_ hash: ObjectHash) async throws(StoreError) -> Bool { length(of: url(hash)) != nil }

    func data(_ hash: ObjectHash, verifying: Bool) async throws(StoreError) -> Data? {
        try await BlockingWork.run { () throws(StoreError) in
            guard let data = read(hash) else { return nil }
            guard !verifying || ObjectHash(of: data) == hash else {
                throw StoreError(.damaged, "object \(hash) has changed since it was stored")
            }
            return data
        }
    }

    func names(after: ObjectHash?, limit: Int) async throws(StoreError) -> [ObjectHash] {
        try await BlockingWork.run { () throws(StoreError) in
            var page: [ObjectHash] = []
            for shelf in try names(of: folder).sorted() where shelf.utf8.count == 2 {
                if let after, shelf < after.hex.prefix(2) { continue }
                let hashes = try names(of: folder.appending(path: shelf)).compactMap { ObjectHash(hex: shelf + $0) }
                page += hashes.filter { hash in after.map { hash > $0 } ?? true }.sorted()
                if page.count >= limit { return Array(page.prefix(limit)) }
            }
            return page
        }
    }

    private func names(of folder: URL) throws(StoreError) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
            throw StoreError(.storage, "the folder \(folder.path) cannot be read", cause: error)
        }
    }

    func file(_ hash: ObjectHash, as encoding: ObjectEncoding, makes: Bool) async throws(StoreError) -> ObjectFile? {
        let url = url(hash, encoding)
        if let length = length(of: url) { return ObjectFile(url: url, length: length) }
        guard makes, encoding != .identity else { return nil }
        return try await BlockingWork.run(on: workshop) { () throws(StoreError) in
            // Another request may have made the same encoding meanwhile.
            if let length = length(of: url) { return ObjectFile(url: url, length: length) }
            return try make(hash, encoding, at: url)
        }
    }

    private func make(_ hash: ObjectHash, _ encoding: ObjectEncoding, at url: URL) throws(StoreError) -> ObjectFile? {
        guard let object = read(hash) else { return nil }
        var base = Data()
        if case .delta(let name) = encoding {
            guard object.count <= Self.maximumDeltaSize, let found = read(name), found.count <= Self.maximumDeltaSize
            else { return nil }
            base = found
            makeRoom(for: hash)
        }
        let encoded: Data
        do { encoded = try encoding.encode(object, base: base) } catch {
            throw StoreError(.storage, error.message, cause: error)
        }
        try PrivateFile.write(encoded, to: url)
        return ObjectFile(url: url, length: encoded.count)
    }

    private func url(_ hash: ObjectHash, _ encoding: ObjectEncoding = .identity) -> URL {
        let name = String(hash.hex.dropFirst(2))
        let shelf = folder.appending(path: String(hash.hex.prefix(2)))
        return switch encoding {
        case .identity: shelf.appending(path: name)
        case .deflate: shelf.appending(path: "\(name).z")
        case .delta(let base): shelf.appending(path: "\(name).from-\(base.hex)")
        }
    }

    private func read(_ hash: ObjectHash) -> Data? { try? Data(contentsOf: url(hash)) }

    private func length(of url: URL) -> Int? {
        var status = stat()
        return stat(url.path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Removes an object's oldest deltas, so that there is room for another one.
    private func makeRoom(for hash: ObjectHash) {
        let file = url(hash)
        let shelf = file.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: shelf.path)) ?? []
        let deltas = names.filter { $0.hasPrefix(file.lastPathComponent + ".from-") }.map { shelf.appending(path: $0) }
        guard deltas.count >= Self.maximumDeltas else { return }
        let byAge = deltas.map { (url: $0, made: made($0)) }.sorted { $0.made < $1.made }
        for delta in byAge.prefix(deltas.count - Self.maximumDeltas + 1) {
            try? FileManager.default.removeItem(at: delta.url)
        }
    }

    /// The time of the file's last change, in nanoseconds.
    private func made(_ url: URL) -> Int {
        var status = stat()
        guard stat(url.path, &status) == 0 else { return 0 }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
