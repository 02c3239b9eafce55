import CGD
import Foundation

/// A decoded picture. One thread uses it.
///
/// Whatever is written comes from pixels alone: EXIF data, colour profiles, comments and bytes behind the picture's end
/// are gone.
final class DecodedPicture {
    /// Of JPEG files, 0 to 100: what is shown, and what later variants are made of.
    private static let (quality, originalQuality): (Int32, Int32) = (82, 90)

    private let image: gdImagePtr

    var size: ImageSize { ImageSize(width: Int(image.pointee.sx), height: Int(image.pointee.sy)) }

    private init(owning image: gdImagePtr) { self.image = image }

    deinit { gdImageDestroy(image) }

    /// Decodes the first frame, turned as it is to be shown.
    /// - Parameter header: what the file's structure says; it is within the bounds.
    /// - Throws: ``PublishingError`` with `malformed`.
    init(_ data: Data, _ format: MediaFormat, header: PictureHeader) throws(PublishingError) {
        marquee_gd_quiet()
        var bytes = format == .png ? PNGStructure.pixels(ByteReader(data)) : data
        let count = Int32(bytes.count)
        let decoded = bytes.withUnsafeMutableBytes { buffer -> gdImagePtr? in
            guard let start = buffer.baseAddress else { return nil }
            switch format {
            case .png: return gdImageCreateFromPngPtr(count, start)
            case .jpeg: return gdImageCreateFromJpegPtrEx(count, start, 1)
            case .gif: return gdImageCreateFromGifPtr(count, start)
            case .webp: return gdImageCreateFromWebpPtr(count, start)
            case .mp4, .m4a, .mp3, .vtt: return nil
            }
        }
        guard let decoded else { throw PictureHeader.damaged }
        guard header.orientation > 1, decoded.pointee.trueColor != 0 else {
            image = decoded
            return
        }
        let turned = marquee_gd_oriented(decoded, Int32(header.orientation))
        gdImageDestroy(decoded)
        guard let turned else { throw PictureHeader.damaged }
        image = turned
    }

    /// The part of the picture in a rectangle, in a size of its own.
    func scaled(_ part: Rectangle, to size: ImageSize) throws(PublishingError) -> DecodedPicture {
        guard let target = gdImageCreateTrueColor(Int32(size.width), Int32(size.height)) else {
            throw PictureHeader.damaged
        }
        gdImageAlphaBlending(target, 0)
        gdImageCopyResampled(
            target, image, 0, 0, Int32(part.x), Int32(part.y), Int32(size.width), Int32(size.height),
            Int32(part.width), Int32(part.height))
        return DecodedPicture(owning: target)
    }

    /// - Parameter isOriginal: whether variants will be made of what is written.
    func encoded(_ format: MediaFormat, isOriginal: Bool = false) throws(PublishingError) -> Data {
        gdImageSaveAlpha(image, marquee_gd_is_opaque(image) == 0 ? 1 : 0)
        let quality = isOriginal ? Self.originalQuality : Self.quality
        var count: Int32 = 0
        let pointer: UnsafeMutableRawPointer?
        switch format {
        case .jpeg: pointer = gdImageJpegPtr(image, &count, quality)
        case .webp:
            // A WebP picture has no palette.
            guard gdImagePaletteToTrueColor(image) != 0 else { throw PictureHeader.damaged }
            pointer = gdImageWebpPtrEx(image, &count, quality)
        default: pointer = gdImagePngPtr(image, &count)
        }
        guard let pointer, count > 0 else { throw PictureHeader.damaged }
        defer { gdFree(pointer) }
        return Data(bytes: pointer, count: Int(count))
    }

    /// In pixels of the picture.
    struct Rectangle: Equatable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
    }
}
