import Foundation
import Testing

/// Bytes that nothing makes shorter, from the system: in a debug build a generator of the language takes seconds for a megabyte.
func randomBytes(_ count: Int) throws -> Data {
    let bytes = try FileHandle(forReadingFrom: URL(filePath: "/dev/urandom")).read(upToCount: count)
    return try #require(bytes.flatMap { $0.count == count ? $0 : nil })
}
