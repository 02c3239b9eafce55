import Foundation

/// The boxes of an MP4 video or M4A sound (ISO/IEC 14496-12). They are walked within bounds; no frame is decoded.
struct MovieStructure: Sendable {
    /// The file without descriptions that may hold a place or a name, and without bytes behind its last box.
    let data: Data
    let format: MediaFormat
    /// Of a video.
    let size: ImageSize?

    private static let maximumBoxes = 20_000
    private static let maximumDepth = 8
    private static let top: Set = [
        "ftyp", "moov", "mdat", "free", "skip", "wide", "moof", "mfra", "sidx", "styp", "pdin",
    ]
    private static let containers: Set = [
        "moov", "trak", "mdia", "minf", "stbl", "edts", "moof", "traf", "mvex", "mfra",
    ]
    /// Where cameras write places and names. They become empty space, so that no offset in the file changes.
    private static let removed: Set = ["udta", "meta", "uuid"]
    private static let codecs: [String: Set<String>] = [
        "vide": ["avc1", "avc3", "hvc1", "hev1"], "soun": ["mp4a", "ac-3", "ec-3", "alac", ".mp3"],
    ]

    /// - Throws: ``PublishingError`` with `malformed`.
    static func read(_ data: Data) throws(PublishingError) -> MovieStructure {
        var walk = Walk(file: ByteReader(data))
        let end = try walk.readFile()
        guard walk.found.isSuperset(of: ["ftyp", "moov", "mdat"]), !walk.handlers.isEmpty else { throw damaged }
        for codec in walk.codecs where !codecs.values.contains(where: { $0.contains(codec) }) {
            throw PublishingError(
                .malformed,
                "The file uses the format “\(shown(codec))”, which phones may not play. Export it as MP4 with H.264 and AAC."
            )
        }
        guard walk.handlers.contains(where: { codecs.keys.contains($0) }) else { throw damaged }
        var bytes = walk.file.bytes
        for range in walk.emptied {
            bytes.replaceSubrange((range.lowerBound + 4)..<(range.lowerBound + 8), with: Array("free".utf8))
            for index in (range.lowerBound + walk.headLength(range))..<range.upperBound { bytes[index] = 0 }
        }
        let isVideo = walk.handlers.contains("vide")
        guard !isVideo || walk.size != nil else { throw damaged }
        return MovieStructure(
            data: Data(bytes[..<end]), format: isVideo ? .mp4 : .m4a, size: isVideo ? walk.size : nil)
    }

    private static func shown(_ codec: String) -> String {
        codec.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) }
            ? codec : "unknown"
    }

    private static let damaged = PublishingError(
        .malformed, "The video or sound is damaged or incomplete. Export it again as MP4 with H.264 and AAC.")

    private struct Walk {
        let file: ByteReader
        var boxes = 0
        var found: Set<String> = []
        var handlers: Set<String> = []
        var codecs: Set<String> = []
        var emptied: [Range<Int>] = []
        var size: ImageSize?

        init(file: ByteReader) { self.file = file }

        /// - Returns: where the last box of the file ends.
        mutating func readFile() throws(PublishingError) -> Int {
            var offset = 0
            while offset < file.count {
                guard let box = box(at: offset, end: file.count) else { break }
                guard offset > 0 || box.name == "ftyp" else { throw damaged }
                guard top.contains(box.name) || removed.contains(box.name) else { break }
                found.insert(box.name)
                try read(box.name, box.range, depth: 0)
                offset = box.range.upperBound
            }
            // Bytes that are no box belong to no video; a box that is cut off does.
            guard offset > 0 else { throw damaged }
            if file.has(offset, 8), let name = file.word(offset + 4), top.contains(name) { throw damaged }
            return offset
        }

        private mutating func read(_ name: String, _ range: Range<Int>, depth: Int) throws(PublishingError) {
            boxes += 1
            guard boxes <= maximumBoxes, depth <= maximumDepth else { throw damaged }
            if removed.contains(name) {
                emptied.append(range)
                return
            }
            let start = range.lowerBound + headLength(range)
            switch name {
            case "hdlr": if let kind = file.word(start + 8) { handlers.insert(kind) }
            case "tkhd": readSize(range)
            case "stsd": if let codec = file.word(start + 12), range.upperBound >= start + 16 { codecs.insert(codec) }
            default: break
            }
            guard containers.contains(name) else { return }
            var offset = start
            while offset < range.upperBound {
                guard let box = box(at: offset, end: range.upperBound) else { throw damaged }
                try read(box.name, box.range, depth: depth + 1)
                offset = box.range.upperBound
            }
        }

        /// The track's width and height, the last two numbers of its head, in 1/65536 pixels.
        private mutating func readSize(_ range: Range<Int>) {
            guard let width = file.big(range.upperBound - 8, 4), let height = file.big(range.upperBound - 4, 4),
                (1...16_384).contains(width >> 16), (1...16_384).contains(height >> 16)
            else { return }
            size = ImageSize(width: width >> 16, height: height >> 16)
        }

        func headLength(_ range: Range<Int>) -> Int { file.big(range.lowerBound, 4) == 1 ? 16 : 8 }

        private func box(at offset: Int, end: Int) -> (name: String, range: Range<Int>)? {
            guard let short = file.big(offset, 4), let name = file.word(offset + 4) else { return nil }
            let length: Int
            switch short {
            case 0: length = end - offset
            case 1:
                guard file.big(offset + 8, 4) == 0, let low = file.big(offset + 12, 4), low >= 16 else { return nil }
                length = low
            default: length = short
            }
            guard length >= 8, length <= end - offset else { return nil }
            return (name, offset..<(offset + length))
        }
    }
}
