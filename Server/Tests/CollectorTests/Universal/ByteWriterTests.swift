import MarqueeWire
import Testing

@testable import Collector

/// The parts of a batch that a submission becomes.
@Suite struct ByteWriterTests {
    private func written(_ size: Int, _ body: (inout ByteWriter) -> Void) -> String {
        var bytes = [UInt8(ascii: ".")]
        bytes.append(atMost: size) { writer in
            #expect(writer.position == 1)
            body(&writer)
            #expect(writer.position <= size + 1)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [0, 7, -1, 10, 1_790_000_000_250, .max, .min] as [Int64])
    func `numbers are written as decimals`(number: Int64) {
        #expect(written(20) { $0.add(decimal: number) } == ".\(number)")
    }

    @Test(arguments: [0x01A0_C450_6C00_7001, 0x0123_4567_89AB_CDEF, 0, .max] as [UInt64])
    func `texts, bytes and ids stand behind each other`(high: UInt64) {
        let id = EventID(high: high, low: 0x8000_9F0A_0000_00FF ^ high)
        let text = written(41) { writer in
            writer.add(UInt8(ascii: "a"))
            Array("bc".utf8).withUnsafeBufferPointer { writer.add($0) }
            writer.add("")
            writer.add(id)
        }
        #expect(text == ".abc\(id)")
    }
}
