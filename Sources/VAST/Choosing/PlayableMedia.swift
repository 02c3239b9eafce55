/// Refuses what a player cannot play by its attributes; orders nothing.
public struct PlayableMedia: MediaPolicy {
    /// MIME types in lower case.
    public var types: Set<String>
    /// What a codec's name begins with, in lower case, such as `avc1`; `nil` for any. A file that names none passes.
    public var codecs: [String]?
    /// How files may come. A file that does not say counts as progressive.
    public var deliveries: Set<MediaFile.Delivery>
    /// What may be shown, in lower case; a file that does not say is `2d`.
    public var mediaTypes: Set<String>

    /// HLS under each of the names that it goes by.
    public static let hls: Set<String> = ["application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl"]
    /// DASH.
    public static let dash: Set<String> = ["application/dash+xml"]
    /// What AVPlayer plays: MP4 and QuickTime files, audio as MP4, MP3 and AAC, and HLS.
    public static let avPlayerTypes = hls.union([
        "video/mp4", "video/quicktime", "video/x-m4v", "audio/mp4", "audio/mpeg", "audio/aac", "audio/x-m4a",
    ])

    /// Makes a policy; unless told otherwise, flat video and audio that AVPlayer plays, of any codec and delivery.
    public init(
        types: Set<String> = avPlayerTypes, codecs: [String]? = nil,
        deliveries: Set<MediaFile.Delivery> = [.progressive, .streaming], mediaTypes: Set<String> = ["2d"]
    ) {
        self.types = types
        self.codecs = codecs
        self.deliveries = deliveries
        self.mediaTypes = mediaTypes
    }

    /// Refuses by type, then delivery, then media type, then codec; and sound alone where a picture is left.
    public func apply(to pool: inout MediaPool) {
        pool.refuse(refusal)
        guard !pool.files.allSatisfy(Self.isSound) else { return }
        pool.refuse { Self.isSound($0) ? .outranked : nil }
    }

    private static func isSound(_ file: MediaFile) -> Bool {
        let type = file.type.lowercased()
        return type.hasPrefix("audio/") && !hls.contains(type)
    }

    private func refusal(of file: MediaFile) -> MediaDecision.Refusal? {
        if !types.contains(file.type.lowercased()) { return .type(file.type) }
        if !deliveries.contains(file.delivery ?? .progressive) { return .delivery(file.delivery) }
        if let mediaType = file.mediaType, !mediaTypes.contains(mediaType.lowercased()) {
            return .mediaType(mediaType)
        }
        return hasPlayableCodec(file) ? nil : .codec(file.codec ?? "")
    }

    /// RFC 6381 lists the codecs of all tracks with commas: every one of them has to be played.
    private func hasPlayableCodec(_ file: MediaFile) -> Bool {
        guard let codecs, let named = file.codec?.trimmed.lowercased(), !named.isEmpty else { return true }
        return named.split(separator: ",").allSatisfy { name in codecs.contains { name.trimmed.hasPrefix($0) } }
    }
}
