/// The media file to play, and for each other file the reason why it is not played.
public struct MediaDecision: Sendable, Hashable {
    /// The reason why a file is not played.
    public enum Refusal: Sendable, Hashable {
        /// The ``AddressPolicy`` refuses its address.
        case address
        /// It is a program (`apiFramework`), not a video.
        case program
        /// It is a source for transcoding.
        case mezzanine
        /// The player does not support its MIME type.
        case type(String)
        /// The player does not support its codec.
        case codec(String)
        /// The player does not support its delivery; `nil` when the document does not state one.
        case delivery(MediaFile.Delivery?)
        /// The player does not support its media type, such as `3D` or `360`.
        case mediaType(String)
        /// It is portrait and the screen is landscape, or the reverse.
        case orientation
        /// It has more pixels than the area can show.
        case tooLarge
        /// It would take too long to load.
        case tooSlow
        /// It can be played, but another file is better.
        case outranked
    }

    /// A file that is not played.
    public struct Refused: Sendable, Hashable {
        /// The file. For a mezzanine, the attributes that it shares with a media file.
        public var file: MediaFile
        /// The reason for the refusal.
        public var reason: Refusal

        /// `reason` says why `file` is not played.
        public init(file: MediaFile, reason: Refusal) {
            self.file = file
            self.reason = reason
        }
    }

    /// A file that may be played.
    public struct Choice: Sendable, Hashable {
        /// The file that may be played.
        public var file: MediaFile
        /// The file's step on the quality ladder; `nil` when no policy used the ladder. A file between two steps has
        /// the lower one.
        public var quality: MediaQuality?

        /// By default no policy used the quality ladder.
        public init(file: MediaFile, quality: MediaQuality? = nil) {
            self.file = file
            self.quality = quality
        }
    }

    /// The file to play; `nil` when no file can be played.
    public let file: MediaFile?
    /// The files to play if ``file`` fails, the best first. Each has the quality to record when it is played, and each
    /// is also in ``refused`` as outranked.
    public let alternatives: [Choice]
    /// All other files, mezzanines last.
    public let refused: [Refused]
    /// The step of ``file`` on the quality ladder, whichever policy chose it. Record it with the download time.
    public let quality: MediaQuality?
    /// The error to report when ``file`` is `nil`: 901 when there were only programs, otherwise 403.
    public let error: ErrorCode?

    init(_ pool: MediaPool, mezzanines: [Mezzanine]) {
        file = pool.files.first
        alternatives = pool.files.dropFirst().map { Choice(file: $0, quality: pool.quality(of: $0)) }
        refused =
            pool.refused + alternatives.map { Refused(file: $0.file, reason: .outranked) }
            + mezzanines.map { Refused(file: MediaFile($0), reason: .mezzanine) }
        quality = file.flatMap { pool.quality(of: $0) }
        let isAllPrograms = !pool.refused.isEmpty && pool.refused.allSatisfy { $0.reason == .program }
        error = file != nil ? nil : isAllPrograms ? .vpaid : .noUsableMedia
    }
}

extension MediaFile {
    fileprivate init(_ mezzanine: Mezzanine) {
        self.init(
            url: mezzanine.url, id: mezzanine.id, delivery: mezzanine.delivery, type: mezzanine.type,
            codec: mezzanine.codec, width: mezzanine.width, height: mezzanine.height, size: mezzanine.size,
            mediaType: mezzanine.mediaType)
    }
}
