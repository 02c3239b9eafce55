import MarqueeWire
import Testing

@testable import Collector

/// The parts of a batch that a submission becomes.
@Suite struct ByteWriterTests {
    private func written(_ size: Int, _ body: (inout ByteWriter) -> Void) -> String {
        var bytes = [UInt8](repeating: UInt8(ascii: "."), count: size)
        let end = bytes.withUnsafeMutableBytes { bytes in
            var writer = ByteWriter(bytes, at: 1)
            body(&writer)
            return writer.position
        }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    @Test(arguments: [0, 7, -1, 10, 1_790_000_000_250, .max, .min] as [Int64])
    func `numbers are written as decimals`(number: Int64) {
        #expect(written(21) { $0.add(decimal: number) } == ".\(number)")
    }

    @Test func `texts, bytes and ids stand behind each other`() {
        let id = EventID(high: 0x01A0_C450_6C00_7001, low: 0x8000_0000_0000_00FF)
        let text = written(42) { writer in
            writer.add("a")
            Array("bc".utf8).withUnsafeBufferPointer { writer.add($0) }
            writer.add("")
            writer.add(id)
        }
        #expect(text == ".abc\(id)")
    }
}
