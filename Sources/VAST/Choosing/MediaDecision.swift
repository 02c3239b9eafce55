/// Which media file is to be played, and why every other is not.
public struct MediaDecision: Sendable, Hashable {
    /// Why a file is not played.
    public enum Refusal: Sendable, Hashable {
        /// Its address may not leave, see ``AddressPolicy``.
        case address
        /// It is a program (`apiFramework`), not a video.
        case program
        /// It is a source for transcoding.
        case mezzanine
        /// Its MIME type is not played here.
        case type(String)
        /// Its codec is not played here.
        case codec(String)
        /// It comes in a way that is not played here; `nil` when the document does not say.
        case delivery(MediaFile.Delivery?)
        /// It is `3D` or `360`, or whatever else stands there, and that is not shown here.
        case mediaType(String)
        /// It stands upright where the screen lies, or the reverse.
        case orientation
        /// It has more pixels than the place can show.
        case tooLarge
        /// It would not come fast enough.
        case tooSlow
        /// It can be played; another is better.
        case outranked
    }

    /// A file that is not played.
    public struct Refused: Sendable, Hashable {
        /// The file; of a mezzanine, what it has in common with one.
        public var file: MediaFile
        /// Why it is not.
        public var reason: Refusal

        /// Joins a file with the reason.
        public init(file: MediaFile, reason: Refusal) {
            self.file = file
            self.reason = reason
        }
    }

    /// A file that may be played.
    public struct Choice: Sendable, Hashable {
        /// The file.
        public var file: MediaFile
        /// The step of the quality ladder that the file stands for; `nil` when no policy looked at the ladder. A file
        /// between two steps stands for the lower one.
        public var quality: MediaQuality?

        /// Joins a file with its quality.
        public init(file: MediaFile, quality: MediaQuality? = nil) {
            self.file = file
            self.quality = quality
        }
    }

    /// What is to be played; `nil` when no file can be.
    public let file: MediaFile?
    /// What may be played should ``file`` fail, the best first, each with the quality to record when it is played; each
    /// also stands in ``refused`` as outranked.
    public let alternatives: [Choice]
    /// Every other file, mezzanines last.
    public let refused: [Refused]
    /// The step of the quality ladder that ``file`` stands for, whichever policy chose it: what is to be recorded with its
    /// download time.
    public let quality: MediaQuality?
    /// What to tell the ad server when ``file`` is `nil`: 901 when there was nothing but programs, otherwise 403.
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
