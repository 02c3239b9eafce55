package import Foundation
package import PlatformStore

/// The format of an image by its bytes, independent of its name.
struct ImageFormat: Sendable, Hashable {
    let mediaType: String
    let fileExtension: String
    let size: ImageSize?

    /// The largest image, in bytes.
    static let maximumSize = 8 * 1024 * 1024

    /// - Returns: `nil` when the bytes are not PNG, JPEG, GIF, WebP or SVG.
    init?(_ data: Data) {
        let bytes = [UInt8](data.prefix(256 * 1024))
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self.init("image/png", "png", Self.size(Self.big(bytes, 16, 4), Self.big(bytes, 20, 4)))
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self.init("image/jpeg", "jpg", Self.jpeg(bytes))
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self.init("image/gif", "gif", Self.size(Self.little(bytes, 6, 2), Self.little(bytes, 8, 2)))
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self.init("image/webp", "webp", Self.webp(bytes))
        } else if let text = String(bytes: bytes.prefix(4096), encoding: .utf8)
            ?? String(bytes: bytes.prefix(4093), encoding: .utf8),
            text.contains("<svg"), text.trimmingCharacters(in: .whitespacesAndNewlines).hasPrefix("<")
        {
            self.init("image/svg+xml", "svg", Self.svg(text))
        } else {
            return nil
        }
    }

    private init(_ mediaType: String, _ fileExtension: String, _ size: ImageSize?) {
        self.mediaType = mediaType
        self.fileExtension = fileExtension
        self.size = size
    }

    private static func size(_ width: Int?, _ height: Int?) -> ImageSize? {
        guard let width, let height, (1...65_535).contains(width), (1...65_535).contains(height) else { return nil }
        return ImageSize(width: width, height: height)
    }

    private static func big(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
        guard start + count <= bytes.count else { return nil }
        return bytes[start..<(start + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
        guard start + count <= bytes.count else { return nil }
        return bytes[start..<(start + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The first frame header's size (ITU-T T.81, annex B.2.2).
    private static func jpeg(_ bytes: [UInt8]) -> ImageSize? {
        var index = 2
        while let mark = big(bytes, index, 2), mark >> 8 == 0xFF, let length = big(bytes, index + 2, 2), length >= 2 {
            let code = mark & 0xFF
            if (0xC0...0xCF).contains(code), ![0xC4, 0xC8, 0xCC].contains(code) {
                return size(big(bytes, index + 7, 2), big(bytes, index + 5, 2))
            }
            index += 2 + length
        }
        return nil
    }

    /// The canvas of an extended file, or the frame of a lossy or lossless one (RFC 9649).
    private static func webp(_ bytes: [UInt8]) -> ImageSize? {
        guard let kind = String(bytes: bytes.dropFirst(12).prefix(4), encoding: .ascii) else { return nil }
        switch kind {
        case "VP8X": return size(little(bytes, 24, 3).map { $0 + 1 }, little(bytes, 27, 3).map { $0 + 1 })
        case "VP8 ": return size(little(bytes, 26, 2).map { $0 & 0x3FFF }, little(bytes, 28, 2).map { $0 & 0x3FFF })
        case "VP8L":
            guard let bits = little(bytes, 21, 4) else { return nil }
            return size((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        default: return nil
        }
    }

    private static func svg(_ text: String) -> ImageSize? {
        guard let start = text.range(of: "<svg") else { return nil }
        let tag = text[start.lowerBound...].prefix { $0 != ">" }
        func number(_ name: String) -> Int? {
            guard let range = tag.range(of: " \(name)=\"") else { return nil }
            return pixels(tag[range.upperBound...].prefix { $0.isNumber || $0 == "." })
        }
        if let size = size(number("width"), number("height")) { return size }
        guard let box = tag.range(of: "viewBox=\"") else { return nil }
        let parts = tag[box.upperBound...].prefix { $0 != "\"" }.split { $0 == " " || $0 == "," }
        return parts.count == 4 ? size(pixels(parts[2]), pixels(parts[3])) : nil
    }

    /// `nil` when the value is not a valid length: negative, infinite, or not a number.
    private static func pixels(_ text: Substring) -> Int? {
        Double(text).flatMap { (0..<65_536).contains($0) ? Int($0) : nil }
    }
}

extension MediaRecord.Size {
    /// The size of a picture by its bytes; `nil` for bytes that do not say it.
    package init?(ofPicture data: Data) {
        guard let size = ImageFormat(data)?.size else { return nil }
        self.init(width: size.width, height: size.height)
    }
}
