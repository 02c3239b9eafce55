import Foundation

/// The blocks of a GIF file (GIF89a), and the file without comments, other programs' data and what follows its end.
struct GIFStructure: Sendable {
    let header: PictureHeader
    /// The file with nothing but its frames, their timing and how often they repeat.
    let bytes: [UInt8]

    /// - Throws: ``PublishingError`` with `malformed` or `tooLarge`.
    static func read(_ file: ByteReader) throws(PublishingError) -> GIFStructure {
        guard let width = file.little(6, 2), let height = file.little(8, 2), let flags = file.byte(10) else {
            throw PictureHeader.damaged
        }
        _ = try PictureHeader(width: width, height: height)
        var walk = Walk(file: file, width: width, height: height, offset: 13 + table(flags))
        guard file.has(0, walk.offset) else { throw PictureHeader.damaged }
        walk.kept = Array(file.bytes[..<walk.offset])
        while try walk.readBlock() {}
        guard walk.frames > 0 else { throw PictureHeader.damaged }
        return GIFStructure(
            header: try PictureHeader(width: width, height: height, frames: walk.frames), bytes: walk.kept)
    }

    /// The bytes of a colour table.
    private static func table(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }

    private struct Walk {
        let file: ByteReader
        let width: Int
        let height: Int
        var offset: Int
        var kept: [UInt8] = []
        var frames = 0
        var pixels = 0

        /// - Returns: whether another block follows.
        mutating func readBlock() throws(PublishingError) -> Bool {
            switch file.byte(offset) {
            case 0x3B:
                kept.append(0x3B)
                return false
            case 0x21: try readExtension()
            case 0x2C: try readFrame()
            default: throw PictureHeader.damaged
            }
            return true
        }

        private mutating func readExtension() throws(PublishingError) {
            let start = offset
            let label = file.byte(offset + 1)
            let name = file.word(offset + 3, 11)
            offset += 2
            try skipParts()
            // How a frame is drawn, and how often all of them are.
            if label == 0xF9 || (label == 0xFF && (name == "NETSCAPE2.0" || name == "ANIMEXTS1.0")) {
                kept += file.bytes[start..<offset]
            }
        }

        private mutating func readFrame() throws(PublishingError) {
            let start = offset
            guard let left = file.little(offset + 1, 2), let top = file.little(offset + 3, 2),
                let width = file.little(offset + 5, 2), let height = file.little(offset + 7, 2),
                let flags = file.byte(offset + 9), left + width <= self.width, top + height <= self.height
            else { throw PictureHeader.damaged }
            frames += 1
            pixels += self.width * self.height
            guard frames <= MediaLimits.frames else {
                throw PublishingError(
                    .tooLarge,
                    "The picture has more than \(MediaLimits.frames) frames. Make it shorter, or save it as an MP4 video."
                )
            }
            guard pixels <= MediaLimits.framePixels else {
                throw PublishingError(
                    .tooLarge,
                    "All frames of the picture together have more than \(MediaLimits.framePixels / 1_000_000) million pixels. "
                        + "Make it smaller or shorter, or save it as an MP4 video.")
            }
            offset += 11 + table(flags)
            try skipParts()
            kept += file.bytes[start..<offset]
        }

        /// Skips parts of up to 255 bytes, the last of which is empty.
        private mutating func skipParts() throws(PublishingError) {
            while let size = file.byte(offset) {
                offset += 1 + size
                guard size > 0 else { return }
            }
            throw PictureHeader.damaged
        }
    }
}
