import Foundation
import Testing

@testable import MarqueeWire

/// The output of inflating is limited by the signed length, not by the stream's own claim.
@Suite struct DeflateTests {
    @Test(arguments: [0, 1, 100, 65_535, 65_536, 65_537, 300_000]) func `bytes survive compression at every size`(
        count: Int
    ) throws {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let stream = try Deflate.compress(data)
        #expect(try Deflate.decompress(stream, maximum: count) == data)
        #expect(try Deflate.decompress((Data([9, 9]) + stream).dropFirst(2), maximum: count + 10) == data)
        if count > 0 { #expect(throws: WireError.self) { try Deflate.decompress(stream, maximum: count - 1) } }
    }

    @Test func `a decompression bomb stops at the signed length`() throws {
        let bomb = try Deflate.compress(Data(count: 50_000_000))
        #expect(bomb.count < 60_000)
        let error = #expect(throws: WireError.self) { try Deflate.decompress(bomb, maximum: 10_000) }
        #expect(error?.code == .tooLarge)
    }

    @Test func `a stream that is truncated, extended or missing is refused`() throws {
        let stream = try Deflate.compress(Data("hello hello hello hello".utf8))
        for length in 0..<stream.count {
            #expect(throws: WireError.self) { try Deflate.decompress(stream.prefix(length), maximum: 1000) }
        }
        #expect(throws: WireError.self) { try Deflate.decompress(stream + [0], maximum: 1000) }
        #expect(throws: WireError.self) { try Deflate.decompress(Data(), maximum: Int.max) }
    }

    @Test func `random bytes never pass as an object`() {
        var generator = SystemRandomNumberGenerator()
        let reference = ObjectReference(of: Data("object".utf8))
        for _ in 0..<500 {
            let noise = Data((0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) })
            for encoding in [ObjectEncoding.identity, .deflate, .delta(base: reference.sha256)] {
                #expect(throws: WireError.self) { try encoding.decode(noise, as: reference, base: noise) }
            }
        }
    }
}
