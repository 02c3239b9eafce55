import Foundation

/// The chunks of a PNG file (ISO/IEC 15948).
enum PNGStructure {
    private static let maximumChunks = 100_000

    /// Chunks that pixels are made of; all others hold texts, profiles and times, some of them packed.
    private static let needed: Set = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]

    /// The file with nothing that its pixels do not need.
    static func pixels(_ file: ByteReader) -> Data {
        var (data, offset) = (Data(file.bytes.prefix(8)), 8)
        while let length = file.big(offset, 4), let name = file.word(offset + 4), file.has(offset, length + 12) {
            if needed.contains(name) { data += file.bytes[offset..<(offset + 12 + length)] }
            if name == "IEND" { break }
            offset += 12 + length
        }
        return data
    }

    static func header(_ file: ByteReader) throws(PublishingError) -> PictureHeader {
        guard file.word(12) == "IHDR", file.big(8, 4) == 13, let width = file.big(16, 4), let height = file.big(20, 4)
        else { throw PictureHeader.damaged }
        let header = try PictureHeader(width: width, height: height)
        var offset = 8
        for _ in 0..<maximumChunks {
            guard let length = file.big(offset, 4), let name = file.word(offset + 4), file.has(offset + 8, length + 4)
            else {
                throw PictureHeader.damaged
            }
            if name == "IEND" { return header }
            offset += 12 + length
        }
        throw PictureHeader.damaged
    }
}

/// The segments of a JPEG file (ITU-T T.81).
enum JPEGStructure {
    /// A progressive picture has about ten scans. Each costs the time of a whole picture, however few bytes it has.
    private static let maximumScans = 64

    static func header(_ file: ByteReader) throws(PublishingError) -> PictureHeader {
        var (offset, scans, orientation) = (2, 0, 1)
        var size: (width: Int, height: Int)?
        while let lead = file.byte(offset), let code = file.byte(offset + 1), lead == 0xFF {
            if code == 0xFF {
                offset += 1
                continue
            }
            if code == 0xD9 {
                guard let size, scans > 0 else { break }
                return try PictureHeader(width: size.width, height: size.height, orientation: orientation)
            }
            // A decoder reads these without a length, and so what would be their content here. No picture has them here.
            guard code >= 0xC0, !(0xD0...0xD8).contains(code) else { break }
            guard let length = file.big(offset + 2, 2), length >= 2, file.has(offset + 2, length) else { break }
            switch code {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF:
                guard size == nil, let height = file.big(offset + 5, 2), let width = file.big(offset + 7, 2) else {
                    throw PictureHeader.damaged
                }
                size = (width, height)
            case 0xE1: orientation = EXIFOrientation.read(file, from: offset + 4, count: length - 2) ?? orientation
            default: break
            }
            offset += 2 + length
            guard code == 0xDA else { continue }
            scans += 1
            guard scans <= maximumScans else {
                throw PublishingError(
                    .malformed, "The picture has more than \(maximumScans) scans. Export it again as a usual JPEG file."
                )
            }
            guard let next = marker(file, from: offset) else { break }
            offset = next
        }
        throw PictureHeader.damaged
    }

    /// The next marker behind the bytes of a scan, in which 0xFF stands with 0 or a restart's number.
    private static func marker(_ file: ByteReader, from start: Int) -> Int? {
        var offset = start
        while let found = file.first(0xFF, from: offset), let code = file.byte(found + 1) {
            if code == 0 || (0xD0...0xD7).contains(code) {
                offset = found + 2
            } else if code == 0xFF {
                offset = found + 1
            } else {
                return found
            }
        }
        return nil
    }
}

/// The orientation in the EXIF data of a picture (CIPA DC-008, 4.6.4).
enum EXIFOrientation {
    static func read(_ file: ByteReader, from start: Int, count: Int) -> Int? {
        guard file.has(start, count), file.word(start, 6) == "Exif\0\0" else { return nil }
        let base = start + 6
        let isLittle: Bool
        switch file.word(base, 2) {
        case "II": isLittle = true
        case "MM": isLittle = false
        default: return nil
        }
        func number(_ offset: Int, _ count: Int) -> Int? {
            isLittle ? file.little(offset, count) : file.big(offset, count)
        }
        guard let place = number(base + 4, 4), place < count, let entries = number(base + place, 2) else { return nil }
        for index in 0..<min(entries, 200) {
            let entry = base + place + 2 + index * 12
            guard entry + 12 <= start + count else { return nil }
            if number(entry, 2) == 0x0112 { return number(entry + 8, 2) }
        }
        return nil
    }
}

/// The chunks of a WebP file (RFC 9649).
enum WebPStructure {
    private static let maximumChunks = 10_000

    static func header(_ file: ByteReader) throws(PublishingError) -> PictureHeader {
        guard let length = file.little(4, 4), length >= 12, file.has(8, length) else { throw PictureHeader.damaged }
        let end = 8 + length
        var (offset, width, height) = (12, 0, 0)
        for _ in 0..<maximumChunks where offset + 8 <= end {
            guard let name = file.word(offset), let size = file.little(offset + 4, 4), offset + 8 + size <= end else {
                throw PictureHeader.damaged
            }
            let found: (Int?, Int?)
            switch name {
            case "VP8X":
                found = (file.little(offset + 12, 3).map { $0 + 1 }, file.little(offset + 15, 3).map { $0 + 1 })
            case "VP8 ":
                found = (
                    file.little(offset + 14, 2).map { $0 & 0x3FFF }, file.little(offset + 16, 2).map { $0 & 0x3FFF }
                )
            case "VP8L":
                let bits = file.little(offset + 9, 4)
                found = (bits.map { ($0 & 0x3FFF) + 1 }, bits.map { ($0 >> 14 & 0x3FFF) + 1 })
            case "ANIM", "ANMF":
                throw PublishingError(
                    .malformed, "Moving WebP pictures cannot be read here. Save it as GIF, or better as an MP4 video.")
            default: found = (0, 0)
            }
            guard let foundWidth = found.0, let foundHeight = found.1 else { throw PictureHeader.damaged }
            (width, height) = (max(width, foundWidth), max(height, foundHeight))
            offset += 8 + size + size % 2
        }
        return try PictureHeader(width: width, height: height)
    }
}
