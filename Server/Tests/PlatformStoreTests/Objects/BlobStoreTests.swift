import Foundation
import Testing

@testable import PlatformStore

/// What every store of blobs promises.
@Suite struct BlobStoreTests {
    @Test(arguments: BlobEngine.all)
    func `what is stored comes back, and its length`(_ engine: BlobEngine) async throws {
        try await engine.run { blobs, _ in
            #expect(try await blobs.length(of: "a/b.c") == nil)
            #expect(try await blobs.read("a/b.c", 0..<10) == nil)
            for data in [Data(), try randomBytes(1), try randomBytes(100_000)] {
                try await blobs.put(data, as: "a/b.c")
                try await blobs.put(data, as: "a/b.c")
                #expect(try await blobs.length(of: "a/b.c") == data.count)
                #expect(try await blobs.read("a/b.c", 0..<1_000_000)?.bytes == data)
            }
        }
    }

    @Test(
        arguments: BlobEngine.all,
        [
            0..<1, 0..<100, 99..<100, 50..<51, 10..<90, 90..<500, 0..<1_000_000, 100..<101, 500..<600,
        ])
    func `a range has the bytes that there are`(_ engine: BlobEngine, _ range: Range<Int>) async throws {
        try await engine.run { blobs, _ in
            let data = try randomBytes(100)
            try await blobs.put(data, as: "x")
            let part = try #require(try await blobs.read("x", range))
            #expect(part.length == 100)
            #expect(part.bytes == data[range.clamped(to: 0..<100)])
        }
    }

    @Test(arguments: BlobEngine.all)
    func `a large file is taken over, whole and in ranges over its parts' borders`(_ engine: BlobEngine) async throws {
        try await engine.run { blobs, folder in
            let data = try randomBytes(11 * 1024 * 1024 + 17)
            let file = folder.appending(path: "made here")
            try data.write(to: file)
            try await blobs.put(moving: file, as: "releases/app/main/1/contentDB.sqlite3")
            #expect(!FileManager.default.fileExists(atPath: file.path))
            let name = "releases/app/main/1/contentDB.sqlite3"
            #expect(try await blobs.length(of: name) == data.count)
            #expect(try await blobs.read(name, 0..<data.count)?.bytes == data)
            let mebibyte = 1024 * 1024
            for border in [mebibyte, 5 * mebibyte, 10 * mebibyte, data.count] {
                let range = (border - 3)..<(border + 3)
                #expect(try await blobs.read(name, range)?.bytes == data[range.clamped(to: 0..<data.count)])
            }
            let empty = folder.appending(path: "empty")
            try Data().write(to: empty)
            try await blobs.put(moving: empty, as: "empty")
            #expect(try await blobs.length(of: "empty") == 0)
        }
    }

    @Test(arguments: BlobEngine.all)
    func `names are listed in the order of their bytes, below a prefix and behind a name`(
        _ engine: BlobEngine
    ) async throws {
        try await engine.run { blobs, _ in
            let names = ["a", "ab/c", "ab.z", "ab/d.x", "ab-c", "b/c/d", "b/c/e", "b/d", "A"]
            for name in names where name != "a" { try await blobs.put(Data("1".utf8), as: name) }
            let sorted = names.filter { $0 != "a" }.sorted()
            func listed(_ prefix: String, _ after: String?, _ limit: Int) async throws -> [String] {
                try await blobs.list(prefix, after: after, limit: limit).map(\.name)
            }
            #expect(try await listed("", nil, 100) == sorted)
            #expect(try await listed("ab", nil, 100) == ["ab-c", "ab.z", "ab/c", "ab/d.x"])
            #expect(try await listed("ab/", nil, 100) == ["ab/c", "ab/d.x"])
            #expect(try await listed("b/c/", nil, 100) == ["b/c/d", "b/c/e"])
            #expect(try await listed("none/", nil, 100) == [])
            for (index, name) in sorted.enumerated() {
                #expect(try await listed("", name, 2) == Array(sorted[(index + 1)...].prefix(2)))
            }
            #expect(try await listed("", "b/c", 1) == ["b/c/d"])
        }
    }

    @Test(arguments: BlobEngine.all)
    func `a removed blob is gone, and its folder takes a new one`(_ engine: BlobEngine) async throws {
        try await engine.run { blobs, _ in
            for _ in 0..<2 {
                try await blobs.put(Data("1".utf8), as: "a/b/c")
                #expect(try await blobs.length(of: "a/b/c") == 1)
                try await blobs.remove("a/b/c")
                try await blobs.remove("a/b/c")
                #expect(try await blobs.length(of: "a/b/c") == nil)
                #expect(try await blobs.list("", after: nil, limit: 10) == [])
            }
        }
    }

    @Test func `only a folder has local files`() async throws {
        try await BlobEngine.folder.run { blobs, _ in
            try await blobs.put(Data("1".utf8), as: "a")
            #expect(try blobs.localFile("a").map { try Data(contentsOf: $0) } == Data("1".utf8))
            #expect(blobs.localFile("b") == nil)
        }
        try await BlobEngine.cachedS3.run { blobs, _ in
            try await blobs.put(Data("1".utf8), as: "a")
            #expect(blobs.localFile("a") == nil)
        }
    }
}
