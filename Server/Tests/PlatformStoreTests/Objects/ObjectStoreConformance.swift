import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// What the store of objects promises, on a folder and on S3.
@Suite struct ObjectStoreConformance {
    @Test(arguments: BlobEngine.all)
    func `an object comes back in every encoding`(_ engine: BlobEngine) async throws {
        try await engine.run { blobs, _ in
            let objects = BlobObjectStore(blobs: blobs)
            let old = Data((0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
            var new = old
            new[100] = 7
            let base = try await objects.put(old)
            let object = try await objects.put(new)
            #expect(try await objects.put(new) == object)
            #expect(try await objects.file(object.sha256, as: .deflate, makes: false) == nil)
            for encoding in [ObjectEncoding.identity, .deflate, .delta(base: base.sha256)] {
                for _ in 0..<2 {
                    let file = try #require(try await objects.file(object.sha256, as: encoding))
                    let bytes = try await file.data()
                    #expect(bytes.count == file.length)
                    #expect(try encoding.decode(bytes, as: object, base: old) == new)
                    #expect(try await file.bytes(in: 2..<9) == bytes[2..<9])
                }
            }
            #expect(try await objects.file(object.sha256, as: .delta(base: ObjectHash(of: Data()))) == nil)
            #expect(try await objects.data(ObjectHash(of: Data()), verifying: true) == nil)
            #expect(try await objects.data(object.sha256, verifying: true) == new)
            #expect(try await objects.contains(object.sha256))
            #expect(try await !objects.contains(ObjectHash(of: Data("else".utf8))))
            let empty = try await objects.put(Data())
            #expect(try await objects.data(empty.sha256, verifying: true) == Data())
        }
    }

    @Test(arguments: BlobEngine.all)
    func `objects are listed by hash, a page at a time and without their encodings`(_ engine: BlobEngine) async throws {
        try await engine.run { blobs, _ in
            let objects = BlobObjectStore(blobs: blobs)
            #expect(try await objects.names(after: nil, limit: 10) == [])
            var stored: [ObjectHash] = []
            for index in 0..<130 { stored.append(try await objects.put(Data("object \(index)".utf8)).sha256) }
            for object in stored.prefix(20) {
                _ = try await objects.file(object, as: .deflate)
                _ = try await objects.file(object, as: .delta(base: stored[1]))
            }
            try await blobs.put(Data("no object".utf8), as: "releases/app/main/1/contentDB.sqlite3")
            var listed: [ObjectHash] = []
            while true {
                let page = try await objects.names(after: listed.last, limit: 7)
                listed += page
                if page.count < 7 { break }
            }
            #expect(listed == stored.sorted())
            #expect(try await objects.names(after: nil, limit: 1000) == stored.sorted())
            #expect(try await objects.names(after: ObjectHash(hex: String(repeating: "f", count: 64)), limit: 10) == [])
        }
    }

    @Test(arguments: BlobEngine.all)
    func `an object whose bytes changed is not handed out`(_ engine: BlobEngine) async throws {
        try await engine.run { blobs, _ in
            let objects = BlobObjectStore(blobs: blobs)
            let object = try await objects.put(Data("content".utf8))
            let name = "objects/\(object.sha256.hex.prefix(2))/\(object.sha256.hex.dropFirst(2))"
            try await blobs.put(Data("c0ntent".utf8), as: name)
            let error = await #expect(throws: StoreError.self) {
                try await objects.data(object.sha256, verifying: true)
            }
            #expect(error?.code == .damaged)
            #expect(try await objects.data(object.sha256, verifying: false) == Data("c0ntent".utf8))
        }
    }

    @Test(arguments: BlobEngine.all)
    func `of one object the newest 32 deltas are kept, and everybody gets theirs`(_ engine: BlobEngine) async throws {
        try await engine.run { blobs, _ in
            let objects = BlobObjectStore(blobs: blobs)
            let object = try await objects.put(Data("The object that everybody wants.".utf8))
            var bases: [ObjectHash] = []
            for index in 0..<36 { bases.append(try await objects.put(Data("unrelated \(index)".utf8)).sha256) }
            let made = try await withThrowingTaskGroup(of: Bool.self) { group in
                for base in bases {
                    group.addTask { try await objects.file(object.sha256, as: .delta(base: base)) != nil }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(made == bases.count)
            let kept = try await blobs.list("objects/", after: nil, limit: 1000).count { $0.name.contains(".from-") }
            #expect(kept == 32)
        }
    }
}
