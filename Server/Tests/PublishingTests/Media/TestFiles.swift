import Foundation
import MarqueeWire

@testable import Publishing

/// Pictures, videos and sounds that tests make byte by byte.
enum TestFiles {
    // MARK: PNG

    /// A picture whose pixels differ by place, or one colour alone, which packs small.
    static func png(width: Int, height: Int, isPlain: Bool = false, extra: Data = Data()) throws -> Data {
        var rows = Data(capacity: height * (1 + width * 3))
        for y in 0..<height {
            rows.append(0)
            if isPlain {
                rows.append(Data(count: width * 3))
            } else {
                for x in 0..<width {
                    rows.append(contentsOf: [UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8((x ^ y) & 255)])
                }
            }
        }
        return pngHead(width: width, height: height) + extra + chunk("IDAT", try zlib(rows)) + chunk("IEND", Data())
    }

    /// A picture of two colours by a palette.
    static func indexed(width: Int, height: Int) throws -> Data {
        var rows = Data()
        for y in 0..<height { rows += Data([0]) + Data((0..<width).map { UInt8(($0 + y) & 1) }) }
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            + chunk("IHDR", big(width) + big(height) + Data([8, 3, 0, 0, 0]))
            + chunk("PLTE", Data([0, 0, 0, 255, 128, 0])) + chunk("IDAT", try zlib(rows)) + chunk("IEND", Data())
    }

    /// A picture that says a size, with no pixel in it.
    static func pngHead(width: Int, height: Int) -> Data {
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            + chunk("IHDR", big(width) + big(height) + Data([8, 2, 0, 0, 0]))
    }

    static func chunk(_ name: String, _ content: Data) -> Data {
        let body = Data(name.utf8) + content
        return big(content.count) + body + big(Int(crc(body)))
    }

    static func zlib(_ data: Data) throws -> Data {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in data {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return Data([0x78, 0x9C]) + (try Deflate.compress(data, level: 1)) + big(Int((high << 16) | low))
    }

    private static let table: [UInt32] = (0..<256).map { number in
        var value = UInt32(number)
        for _ in 0..<8 {
            let half = value >> 1
            value = value & 1 == 1 ? 0xEDB8_8320 ^ half : half
        }
        return value
    }

    private static func crc(_ data: Data) -> UInt32 {
        var value = ~UInt32(0)
        for byte in data {
            let place = Int((value ^ UInt32(byte)) & 255)
            value = table[place] ^ (value >> 8)
        }
        return ~value
    }

    // MARK: JPEG, WebP, GIF

    static func encoded(_ format: MediaFormat, width: Int, height: Int) throws -> Data {
        let data = try png(width: width, height: height)
        return try DecodedPicture(data, .png, header: PictureHeader(data, .png)).encoded(format)
    }

    /// A photograph as a phone takes it: stored on its side, with the place in its EXIF data.
    static func photograph(width: Int, height: Int, orientation: UInt8) throws -> Data {
        var exif = Data("Exif\0\0MM\0*".utf8) + big(8)
        exif += Data([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0])
        exif += big(0) + Data("GPS 47.1 N 8.2 E".utf8)
        let length = exif.count + 2
        let jpeg = try encoded(.jpeg, width: width, height: height)
        let segment = Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)]) + exif
        return Data(jpeg.prefix(2)) + segment + Data(jpeg.dropFirst(2))
    }

    /// A moving picture of 1 × 1 pixel, or one that says another size.
    static func gif(frames: Int, side: Int = 1, comment: String = "") -> Data {
        var data = Data("GIF89a".utf8) + little(side) + little(side)
        data += Data([0x80, 0, 0, 0, 0, 0, 255, 255, 255])
        if !comment.isEmpty {
            data += Data([0x21, 0xFE, UInt8(comment.utf8.count)]) + Data(comment.utf8) + Data([0])
        }
        var frame = Data([0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0])
        frame += Data([1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
        for _ in 0..<frames { data += frame }
        return data + Data([0x3B])
    }

    // MARK: Video and sound

    static func movie(
        codec: String = "avc1", handler: String = "vide", brand: String = "isom", place: String = ""
    ) -> Data {
        let head = Data(count: 76) + big(640 << 16) + big(360 << 16)
        var sample = Data(count: 4) + big(1) + big(16)
        sample += Data(codec.utf8) + Data(count: 8)
        var kind = Data(count: 8)
        kind += Data(handler.utf8) + Data(count: 13)
        let media = box("hdlr", kind) + box("minf", box("stbl", box("stsd", sample)))
        let track = box("trak", box("tkhd", head) + box("mdia", media))
        let words = place.isEmpty ? Data() : box("udta", Data(place.utf8))
        let start = box("ftyp", Data("\(brand)\0\0\0\0".utf8)) + box("moov", track + words)
        return start + box("mdat", Data(count: 100))
    }

    static func box(_ name: String, _ content: Data) -> Data { big(content.count + 8) + Data(name.utf8) + content }

    /// Frames of 128 kbit/s at 44.1 kHz.
    static func sound(frames: Int, tag: String = "") -> Data {
        let frame = Data([0xFF, 0xFB, 0x90, 0x00]) + Data(count: 413)
        var sound = Data()
        if !tag.isEmpty {
            sound += Data("ID3".utf8) + Data([3, 0, 0, 0, 0, 0, UInt8(tag.utf8.count)])
            sound += Data(tag.utf8)
        }
        for _ in 0..<frames { sound += frame }
        return sound
    }

    static let captions = Data("WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n".utf8)

    static let svg = Data("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".utf8)

    static func big(_ number: Int) -> Data { Data([24, 16, 8, 0].map { UInt8((number >> $0) & 255) }) }

    private static func little(_ number: Int) -> Data { Data([UInt8(number & 255), UInt8((number >> 8) & 255)]) }
}
