import Foundation
import Testing

@testable import Operating
@testable import PlatformStore

/// Headers are those of a tar file, also for sizes and names beyond the plain fields.
@Suite struct ArchiveTests {
    @Test(arguments: [
        ArchiveHeader(name: "manifest.json", length: 0, time: 0),
        ArchiveHeader(name: "events/warehouse.sqlite3", length: 0o77_777_777_777, time: 1_790_000_000),
        ArchiveHeader(name: "events/warehouse.sqlite3", length: 0o77_777_777_777 + 1, time: 1_790_000_000),
        ArchiveHeader(name: "events/warehouse.sqlite3", length: .max, time: 1_790_000_000),
        ArchiveHeader(
            name: "keys/" + String(repeating: "a", count: 90) + "/" + String(repeating: "b", count: 90),
            length: 512, time: 1),
    ])
    func `a header is read as it was written`(header: ArchiveHeader) throws {
        let bytes = try header.bytes()
        #expect(bytes.count == 512)
        #expect(try ArchiveHeader.read(bytes, after: "") == header)
    }

    @Test func `a name that does not fit is refused`() {
        let header = ArchiveHeader(name: String(repeating: "a", count: 101), length: 0, time: 0)
        #expect(throws: StoreError.self) { try header.bytes() }
    }

    @Test func `every changed bit of a header is found`() throws {
        let bytes = try ArchiveHeader(name: "keys/@server.key", length: 45, time: 1_790_000_000).bytes()
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << UInt8(bit)
                #expect(throws: StoreError.self, "bit \(bit) of byte \(place)") {
                    try ArchiveHeader.read(changed, after: "")
                }
            }
        }
    }
}
