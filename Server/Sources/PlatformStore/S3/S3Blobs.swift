import Foundation
import NIOHTTP1

/// Blobs as objects of a bucket that speaks S3.
struct S3Blobs: BlobStore {
    /// The longest blob that is sent in one request, and the length of a part, in bytes. A blob has 10,000 parts at
    /// most, so larger ones have longer parts.
    struct Sizes: Sendable {
        var single = 16 * 1024 * 1024
        var part = 8 * 1024 * 1024
        /// The most names that are listed at once; S3 lists 1,000 at most.
        var page = 1000
    }

    static let maximumParts = 10_000

    let client: S3Client
    var sizes = Sizes()

    func put(_ data: Data, as name: String) async throws(StoreError) {
        guard data.count > sizes.single else { return try await putWhole(data, as: name) }
        try await putInParts(data.count, as: name) { (range) throws(StoreError) in
            data.subdata(in: (data.startIndex + range.lowerBound)..<(data.startIndex + range.upperBound))
        }
    }

    func put(moving file: URL, as name: String) async throws(StoreError) {
        let source = BlobFolder(root: file.deletingLastPathComponent())
        let part = { @Sendable (range: Range<Int>) async throws(StoreError) -> Data in
            guard let part = try await source.read(file.lastPathComponent, range), part.bytes.count == range.count
            else {
                throw StoreError(.storage, "\(file.path) changed while it was sent")
            }
            return part.bytes
        }
        guard let length = try await source.length(of: file.lastPathComponent) else {
            throw StoreError(.notFound, "\(file.path) does not exist")
        }
        if length > sizes.single {
            try await putInParts(length, as: name, part)
        } else {
            try await putWhole(length == 0 ? Data() : try await part(0..<length), as: name)
        }
        try? FileManager.default.removeItem(at: file)
    }

    func length(of name: String) async throws(StoreError) -> Int? { try await read(name, 0..<1)?.length }

    func read(_ name: String, _ range: Range<Int>) async throws(StoreError) -> BlobPart? {
        // A request for the head alone would answer errors without the document that names the reason.
        var request = S3Request(method: .GET, key: name)
        request.headers = [("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
        request.maximumAnswer = max(range.count, 64 * 1024)
        let part = try await client.send(request) { (answer) throws(S3Failure) -> Found in
            if try Self.isMissing(answer) { return .missing }
            // No byte of the blob is in the range: it may be empty.
            if answer.status == 416 { return .outside }
            return .part(try Self.part(answer, range))
        }
        switch part {
        case .missing: return nil
        case .part(let part): return part
        case .outside:
            return try await client.send(S3Request(method: .HEAD, key: name)) {
                (answer) throws(S3Failure) -> BlobPart? in
                if answer.status == 404 { return nil }
                guard answer.status == 200,
                    let length = answer.headers.first(name: "content-length").flatMap({ Int($0) })
                else { throw S3Failure(answer) }
                return BlobPart(length: length, bytes: Data())
            }
        }
    }

    func localFile(_ name: String) -> URL? { nil }

    func list(_ prefix: String, after: String?, limit: Int) async throws(StoreError) -> [BlobEntry] {
        var entries: [BlobEntry] = []
        var continuation: String?
        repeat {
            var request = S3Request(method: .GET)
            request.maximumAnswer = 4 * 1024 * 1024
            request.query = [
                ("list-type", "2"), ("prefix", client.address.prefix + prefix),
                ("max-keys", "\(min(limit - entries.count, sizes.page))"),
            ]
            if let continuation {
                request.query.append(("continuation-token", continuation))
            } else if let after {
                request.query.append(("start-after", client.address.prefix + after))
            }
            let start = client.address.prefix
            let page = try await client.send(request) { (answer) throws(S3Failure) in try S3Page(answer, below: start) }
            entries += page.entries
            continuation = page.continuation
        } while continuation != nil && entries.count < limit
        return entries
    }

    func remove(_ name: String) async throws(StoreError) {
        try await client.send(S3Request(method: .DELETE, key: name)) { (answer) throws(S3Failure) in
            if try Self.isMissing(answer) { return }
            guard [200, 204].contains(answer.status) else { throw S3Failure(answer) }
        }
    }

    private func putWhole(_ data: Data, as name: String) async throws(StoreError) {
        var request = S3Request(method: .PUT, key: name, body: data)
        request.headers = [("content-type", "application/octet-stream")]
        try await client.send(request) { (answer) throws(S3Failure) in
            guard answer.status == 200 else { throw S3Failure(answer) }
        }
    }

    private enum Found: Sendable {
        case missing, outside
        case part(BlobPart)
    }

    /// Whether a blob is missing; a missing bucket is an error.
    private static func isMissing(_ answer: S3Answer) throws(S3Failure) -> Bool {
        guard answer.status == 404 else { return false }
        let failure = S3Failure(answer)
        // Something between this server and the store may answer 404 too, for as long as the store is away.
        guard !failure.code.isEmpty else {
            throw S3Failure("the object store answered 404 without a reason", isTransient: true)
        }
        guard failure.code == "NoSuchKey" else { throw failure }
        return true
    }

    /// Checks that an answer has exactly the bytes that were asked for: a proxy or an interrupted connection may leave
    /// out some.
    private static func part(_ answer: S3Answer, _ range: Range<Int>) throws(S3Failure) -> BlobPart {
        guard answer.status == 206 else {
            guard answer.status == 200 else { throw S3Failure(answer) }
            throw S3Failure(
                "the object store does not know ranges, or something between it and this server removes them")
        }
        // "bytes 0-99/1234"
        let text = answer.headers.first(name: "content-range") ?? ""
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        guard text.hasPrefix("bytes "), numbers.count == 3, numbers[0] == range.lowerBound,
            numbers[1] == min(range.upperBound, numbers[2]) - 1, answer.body.count == numbers[1] - numbers[0] + 1
        else {
            throw S3Failure("the object store answered with other bytes than it was asked for", isTransient: true)
        }
        return BlobPart(length: numbers[2], bytes: answer.body)
    }
}
