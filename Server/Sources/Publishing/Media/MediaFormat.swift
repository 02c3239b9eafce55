import Foundation
import PlatformStore

/// The format of an uploaded file by its bytes; its name says nothing.
enum MediaFormat: String, Sendable, CaseIterable {
    case png
    case jpeg
    case gif
    case webp
    case mp4
    case m4a
    case mp3
    case vtt

    /// - Throws: ``PublishingError`` with `malformed`, in a sentence that says what to do.
    init(_ data: Data) throws(PublishingError) {
        let head = [UInt8](data.prefix(4096))
        func has(_ word: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: Array(word.utf8)) }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftyp", at: 4) {
            self = try Self.boxes(head)
        } else if has("ID3") || (head.count > 1 && head[0] == 0xFF && head[1] & 0xE6 == 0xE2) {
            self = .mp3
        } else if has("WEBVTT") || has("\u{FEFF}WEBVTT") {
            self = .vtt
        } else {
            throw Self.refusal(data)
        }
    }

    /// A file of boxes (ISO/IEC 14496-12) is a video, a sound, or a picture of a kind that is not taken.
    private static func boxes(_ head: [UInt8]) throws(PublishingError) -> MediaFormat {
        let brand = String(decoding: head.dropFirst(8).prefix(4), as: UTF8.self)
        if ["heic", "heix", "mif1", "msf1", "heim", "heis", "hevc", "avif", "avis"].contains(brand) {
            throw PublishingError(
                .malformed, "HEIC and AVIF pictures cannot be read here. Save the picture as JPEG or PNG.")
        }
        return brand == "M4A " || brand == "M4B " ? .m4a : .mp4
    }

    private static func refusal(_ data: Data) -> PublishingError {
        if ImageFormat(data)?.mediaType == "image/svg+xml" {
            return PublishingError(
                .malformed,
                "An SVG file can hold scripts, so it is not taken. Save the picture as PNG, in the size that it is shown at."
            )
        }
        guard !data.isEmpty else { return PublishingError(.malformed, "The file is empty.") }
        return PublishingError(
            .malformed,
            "The file is none of the formats that devices show: PNG, JPEG, GIF and WebP pictures, MP4 videos, M4A and MP3 "
                + "sounds, WebVTT captions.")
    }

    /// What the file is shown as.
    var kind: MediaRecord.Kind {
        switch self {
        case .png, .jpeg, .gif, .webp: .picture
        case .mp4: .video
        case .m4a, .mp3: .sound
        case .vtt: .captions
        }
    }

    var mediaType: String {
        switch self {
        case .png, .jpeg, .gif, .webp: "image/\(rawValue)"
        case .mp4: "video/mp4"
        case .m4a: "audio/mp4"
        case .mp3: "audio/mpeg"
        case .vtt: "text/vtt; charset=utf-8"
        }
    }

    /// Of names of assets.
    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The format of the asset with this media type; `nil` for any other.
    init?(mediaType: String) {
        guard let format = Self.allCases.first(where: { $0.mediaType == mediaType }) else { return nil }
        self = format
    }

    /// In bytes.
    var maximumSize: Int {
        switch kind {
        case .picture: MediaLimits.pictureSize
        case .video, .sound: MediaLimits.videoSize
        case .captions: MediaLimits.captionsSize
        }
    }
}
