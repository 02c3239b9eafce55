import Foundation

/// What the structure of a picture says before anything of it is decoded.
///
/// The whole file is walked, so a file that ends early is refused here.
struct PictureHeader: Sendable, Equatable {
    /// As it is stored, before it is turned.
    let size: ImageSize
    /// How it is to be shown: 1 to 8, as EXIF counts.
    var orientation = 1
    /// Of a moving picture.
    var frames = 1

    /// - Throws: ``PublishingError`` with `malformed` or `tooLarge`, in a sentence for the person who chose the file.
    init(_ data: Data, _ format: MediaFormat) throws(PublishingError) {
        let bytes = ByteReader(data)
        switch format {
        case .png: self = try PNGStructure.header(bytes)
        case .jpeg: self = try JPEGStructure.header(bytes)
        case .gif: self = try GIFStructure.read(bytes).header
        case .webp: self = try WebPStructure.header(bytes)
        case .mp4, .m4a, .mp3, .vtt: throw PublishingError(.malformed, "The file is no picture.")
        }
    }

    /// - Throws: ``PublishingError`` with `tooLarge` for a picture beyond the bounds, `malformed` for one of no size.
    init(width: Int, height: Int, orientation: Int = 1, frames: Int = 1) throws(PublishingError) {
        guard width > 0, height > 0 else { throw Self.damaged }
        guard width <= MediaLimits.side, height <= MediaLimits.side, width * height <= MediaLimits.pixels else {
            throw PublishingError(
                .tooLarge,
                "The picture has \(width) × \(height) pixels. A picture has at most \(MediaLimits.pixels / 1_000_000) million "
                    + "pixels, and \(MediaLimits.side) on a side. Make it smaller and upload it again.")
        }
        size = ImageSize(width: width, height: height)
        self.orientation = (1...8).contains(orientation) ? orientation : 1
        self.frames = frames
    }

    /// As it is shown.
    var shownSize: ImageSize {
        orientation >= 5 ? ImageSize(width: size.height, height: size.width) : size
    }

    static let damaged = PublishingError(
        .malformed, "The picture is damaged or incomplete. Export it again and upload the new file.")
}

/// Numbers and words at offsets of a file; `nil` behind its end.
struct ByteReader: Sendable {
    let bytes: [UInt8]

    init(_ data: Data) { bytes = [UInt8](data) }

    var count: Int { bytes.count }

    func big(_ offset: Int, _ count: Int) -> Int? {
        guard has(offset, count) else { return nil }
        var value = 0
        for index in offset..<(offset + count) { value = value << 8 | Int(bytes[index]) }
        return value
    }

    func little(_ offset: Int, _ count: Int) -> Int? {
        guard has(offset, count) else { return nil }
        var value = 0
        for index in (offset..<(offset + count)).reversed() { value = value << 8 | Int(bytes[index]) }
        return value
    }

    func byte(_ offset: Int) -> Int? { bytes.indices.contains(offset) ? Int(bytes[offset]) : nil }

    func word(_ offset: Int, _ count: Int = 4) -> String? {
        has(offset, count) ? String(decoding: bytes[offset..<(offset + count)], as: UTF8.self) : nil
    }

    func has(_ offset: Int, _ count: Int) -> Bool {
        offset >= 0 && count >= 0 && offset <= bytes.count && count <= bytes.count - offset
    }

    /// The first place of a byte from an offset on.
    func first(_ byte: UInt8, from offset: Int) -> Int? {
        guard has(offset, 1) else { return nil }
        return bytes.withUnsafeBytes { all in
            guard let start = all.baseAddress, let found = memchr(start + offset, Int32(byte), all.count - offset)
            else {
                return nil
            }
            return UnsafeRawPointer(found) - start
        }
    }
}
