import Foundation
import MarqueeWire
import Testing

@Suite struct DeltaTests {
    private static func text(_ count: Int, seed: UInt64) -> Data {
        var state = seed
        return Data(
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: 97 + (state >> 33) % 26)
            })
    }

    @Test(arguments: [0, 1, 100, Delta.blockSize - 1, Delta.blockSize, Delta.blockSize + 1, 100_000])
    func `an object is rebuilt from any base`(length: Int) throws {
        let object = Self.text(length, seed: 1)
        for base in [
            Data(), object, Self.text(70_000, seed: 2), object.dropFirst(5000), Self.text(9000, seed: 3) + object,
        ] {
            let delta = try Delta.encode(object, base: base)
            #expect(try Delta.decode(delta, length: length, base: base) == object)
        }
    }

    @Test func `one changed sentence costs a small part of the object`() throws {
        let base = Self.text(80_000, seed: 4)
        var edited = base
        edited.replaceSubrange(40_000..<40_040, with: Data("a sentence that was not there before today".utf8))
        #expect(try Delta.encode(edited, base: base).count < 800)
    }

    /// For edits at any position: the bytes that a block resembles most must be within deflate's reach.
    @Test(arguments: [100, 9_000, 17_000, 40_000, 79_900])
    func `an inserted or removed paragraph costs little more than its own size`(position: Int) throws {
        let base = Self.text(80_000, seed: 4)
        var longer = base
        longer.insert(contentsOf: Self.text(300, seed: 12), at: position)
        #expect(try Delta.encode(longer, base: base).count < 1000)
        #expect(try Delta.encode(base, base: longer).count < 1000)
    }

    @Test func `a truncated or extended difference is refused`() throws {
        let base = Self.text(20_000, seed: 5)
        let object = Self.text(20_000, seed: 6)
        let delta = try Delta.encode(object, base: base)
        for length in [0, 1, 2, 10, delta.count / 2, delta.count - 1] {
            #expect(throws: WireError.self) { try Delta.decode(delta.prefix(length), length: object.count, base: base) }
        }
        #expect(throws: WireError.self) { try Delta.decode(delta + [0], length: object.count, base: base) }
    }

    @Test func `a wrong base never passes verification`() throws {
        let object = Self.text(30_000, seed: 7)
        let base = object.dropLast(10) + Data("0123456789".utf8)
        let bytes = try ObjectEncoding.delta(base: ObjectHash(of: base)).encode(object, base: base)
        let encoding = ObjectEncoding.delta(base: ObjectHash(of: base))
        let reference = ObjectReference(of: object)
        #expect(try encoding.decode(bytes, as: reference, base: base) == object)
        #expect(throws: WireError.self) { try encoding.decode(bytes, as: reference, base: Self.text(30_000, seed: 8)) }
    }

    @Test func `hostile numbers are refused without allocation`() {
        let huge = Data([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
        #expect(throws: WireError.self) { try Delta.decode(huge + huge, length: 100, base: Data("abc".utf8)) }
        #expect(throws: WireError.self) {
            try Delta.decode(Data(repeating: 0xFF, count: 64), length: 100, base: Data())
        }
    }

    @Test func `inflating stops at the signed length`() throws {
        let bomb = try Deflate.compress(Data(count: 10_000_000))
        #expect { try Deflate.decompress(bomb, maximum: 1000) } throws: { ($0 as? WireError)?.code == .tooLarge }
        #expect(try Deflate.decompress(bomb, maximum: 10_000_000).count == 10_000_000)
    }

    @Test func `slices with other start indices are decoded`() throws {
        let object = Self.text(5000, seed: 9)
        let padded = (Data(count: 7) + (try Deflate.compress(object))).dropFirst(7)
        #expect(try Deflate.decompress(padded, maximum: 5000) == object)
        let delta = (Data(count: 3) + (try Delta.encode(object, base: object.prefix(900)))).dropFirst(3)
        #expect(
            try Delta.decode(delta, length: 5000, base: (Data(count: 5) + object.prefix(900)).dropFirst(5)) == object)
    }
}
