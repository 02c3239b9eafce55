import Foundation
import PlatformStore

/// The files that an upload becomes.
struct PreparedMedia: Sendable {
    struct File: Sendable {
        let data: Data
        let format: MediaFormat
        let size: ImageSize?
    }

    /// What the library keeps, and variants can be made of again.
    let main: File
    /// For pages; `nil` when the main file is small enough.
    var page: File?
    var card: File?
    var thumbnail: File?

    /// Checks a file by reading all of it, and makes what devices get. Blocks its thread.
    /// - Parameter wanted: the format to write a picture in; `nil` for the file's own.
    /// - Throws: ``PublishingError`` with `malformed` or `tooLarge`, in sentences for the person who chose the file.
    init(_ data: Data, focus: MediaRecord.Focus, as wanted: MediaFormat? = nil) throws(PublishingError) {
        let format = try MediaFormat(data)
        guard data.count <= format.maximumSize else { throw Self.tooLarge(format.kind) }
        switch format {
        case .png, .jpeg, .gif, .webp: self = try Self.picture(data, format, focus, as: wanted)
        case .mp4, .m4a:
            let movie = try MovieStructure.read(data)
            main = File(data: movie.data, format: movie.format, size: movie.size)
        case .mp3: main = File(data: try SoundStructure.read(data), format: .mp3, size: nil)
        case .vtt: main = File(data: try CaptionsStructure.read(data), format: .vtt, size: nil)
        }
    }

    private init(main: File) { self.main = main }

    /// Makes the variants of a picture that is stored already, and may be larger than an upload: what is written again
    /// with a high quality can grow. The picture itself stays as it is. Blocks its thread.
    /// - Throws: ``PublishingError`` with `malformed` or `tooLarge`.
    init(variantsOf data: Data, focus: MediaRecord.Focus) throws(PublishingError) {
        let format = try MediaFormat(data)
        let (header, decoded) = try Self.decoded(data, format)
        let moves = format == .gif && header.frames > 1
        self.init(main: File(data: data, format: format, size: moves ? header.size : decoded.size))
        try addVariants(of: decoded, focus, format == .gif ? .png : format, page: !moves)
    }

    static func tooLarge(_ kind: MediaRecord.Kind) -> PublishingError {
        switch kind {
        case .picture:
            PublishingError(
                .tooLarge,
                "A picture has at most \(MediaLimits.pictureSize >> 20) MB. Make it smaller and upload it again.")
        case .video, .sound:
            PublishingError(
                .tooLarge, "A video or sound has at most \(MediaLimits.videoSize >> 20) MB. Make it shorter or smaller."
            )
        case .captions:
            PublishingError(.tooLarge, "A file with captions has at most \(MediaLimits.captionsSize >> 20) MB.")
        }
    }

    private static func picture(
        _ data: Data, _ format: MediaFormat, _ focus: MediaRecord.Focus, as wanted: MediaFormat?
    ) throws(PublishingError) -> PreparedMedia {
        let (header, decoded) = try Self.decoded(data, format)
        let moves = format == .gif && header.frames > 1 && (wanted ?? .gif) == .gif
        let output = format == .gif ? wanted.flatMap { $0 == .gif ? nil : $0 } ?? .png : wanted ?? format
        let still = output == .gif ? .png : output
        let main =
            moves
            ? Data(try GIFStructure.read(ByteReader(data)).bytes) : try decoded.encoded(still, isOriginal: true)
        var prepared = PreparedMedia(
            main: File(data: main, format: moves ? .gif : still, size: moves ? header.size : decoded.size))
        try prepared.addVariants(of: decoded, focus, still, page: !moves)
        return prepared
    }

    private static func decoded(
        _ data: Data, _ format: MediaFormat
    ) throws(PublishingError) -> (PictureHeader, DecodedPicture) {
        let header = try PictureHeader(data, format)
        let decoded = try DecodedPicture(data, format, header: header)
        // Of a GIF picture, what is decoded is the first frame, which may be smaller than the picture.
        guard format == .gif || decoded.size == header.shownSize else { throw PictureHeader.damaged }
        return (header, decoded)
    }

    private mutating func addVariants(
        of decoded: DecodedPicture, _ focus: MediaRecord.Focus, _ format: MediaFormat, page hasPage: Bool
    ) throws(PublishingError) {
        // Smaller pictures are made of the page's: many times quicker than of a camera's.
        var source = decoded
        if let whole = PictureCrop.whole(of: decoded.size, width: MediaLimits.pageWidth) {
            source = try decoded.scaled(whole.part, to: whole.size)
            if hasPage { page = File(data: try source.encoded(format), format: format, size: whole.size) }
        }
        card = try Self.cropped(source, focus, MediaLimits.card, format)
        thumbnail = try Self.cropped(source, focus, MediaLimits.thumbnail, format)
    }

    private static func cropped(
        _ source: DecodedPicture, _ focus: MediaRecord.Focus, _ target: ImageSize, _ format: MediaFormat
    ) throws(PublishingError) -> File {
        let crop = PictureCrop.around(focus, of: source.size, for: target)
        let data = try source.scaled(crop.part, to: crop.size).encoded(format)
        return File(data: data, format: format, size: crop.size)
    }
}
