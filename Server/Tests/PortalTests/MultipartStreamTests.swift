import Foundation
import PlatformStore
import Testing

@testable import Portal

/// A form with a file is read in pieces of any size.
@Suite struct MultipartStreamTests {
    private static let boundary = "----b7"

    private static func body(_ parts: [String]) -> [UInt8] {
        Array((parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n").utf8)
    }

    private static func field(_ name: String, _ value: String) -> String {
        "Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)"
    }

    private static func file(_ name: String, _ content: String) -> String {
        "content-disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\nContent-Type: text/csv\r\n\r\n\(content)"
    }

    private static func read(_ body: [UInt8], by size: Int) throws -> (MultipartStream, String) {
        var (stream, stored) = (MultipartStream(boundary: boundary), [UInt8]())
        for start in stride(from: 0, to: body.count, by: size) {
            try stream.read(body[start..<min(start + size, body.count)]) { stored += $0 }
        }
        try stream.requireEnd()
        return (stream, String(decoding: stored, as: UTF8.self))
    }

    @Test(arguments: [1, 2, 7, 64, 100_000])
    func `pieces of any size make the same form`(_ size: Int) throws {
        let content = "a,b\r\n--\(Self.boundary.dropLast())\r\n\r\n-,\u{1F3D4}\r\n"
        let body = Self.body([
            Self.field("csrf", "t"), Self.file("C:\\x\\people.csv", content), Self.field("empty", ""),
            Self.file("other.csv", "not kept"),
        ])
        let (stream, stored) = try Self.read(body, by: size)
        #expect(stream.fields.map(\.name) == ["csrf", "empty"] && stream.fields.map(\.value) == ["t", ""])
        #expect(stream.fileName == "people.csv" && stored == content)
        let none = try Self.read(Self.body([Self.file("", ""), Self.field("a", "b")]), by: size)
        #expect(none.0.fileName == nil && none.1.isEmpty && none.0.fields.count == 1)
    }

    @Test(arguments: [
        "", "no form", "--\(boundary)", "--\(boundary)\r\n", "--\(boundary)xx",
        "--\(boundary)\r\n\r\nvalue\r\n--\(boundary)--",
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nvalue",
        "--\(boundary)\r\n" + String(repeating: "x", count: 5_000),
    ])
    func `what is no whole form is refused`(_ text: String) {
        #expect(throws: PortalError(.invalidField, "The form could not be read.")) {
            _ = try Self.read(Array(text.utf8), by: 100)
        }
    }

    @Test func `fields have a bound, and their number has`() {
        let long = Self.body([Self.field("a", String(repeating: "x", count: MultipartStream.mostFieldBytes + 1))])
        let many = Self.body(Array(repeating: Self.field("a", "b"), count: MultipartBody.maximumParts + 1))
        for body in [long, many] {
            let error = #expect(throws: PortalError.self) { _ = try Self.read(body, by: 4_096) }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test func `an unnamed file is nowhere in its folder, and reads what was written`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "unnamed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try UnnamedFile(in: folder)
        try file.append(Array("hello ".utf8)[...])
        try file.append(Array("world".utf8)[...])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(file.length == 11)
        #expect(try file.read(6, 5) == Data("world".utf8))
        #expect(throws: StoreError.self) { _ = try file.read(6, 6) }
    }
}
