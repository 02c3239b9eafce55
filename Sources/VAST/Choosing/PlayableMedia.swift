/// Refuses files that a player cannot play according to their attributes. It does not order files.
public struct PlayableMedia: MediaPolicy {
    /// The supported MIME types, in lower case.
    public var types: Set<String>
    /// The beginnings of supported codec names in lower case, such as `avc1`; `nil` for any codec. A file without a
    /// codec is accepted.
    public var codecs: [String]?
    /// The supported deliveries. A file without a delivery counts as progressive.
    public var deliveries: Set<MediaFile.Delivery>
    /// The supported media types in lower case. A file without a media type counts as `2d`.
    public var mediaTypes: Set<String>

    /// The MIME types of HLS.
    public static let hls: Set<String> = ["application/vnd.apple.mpegurl", "application/x-mpegurl", "audio/mpegurl"]
    /// The MIME types of DASH.
    public static let dash: Set<String> = ["application/dash+xml"]
    /// The types that AVPlayer plays: MP4 and QuickTime files, audio as MP4, MP3 and AAC, and HLS.
    public static let avPlayerTypes = hls.union([
        "video/mp4", "video/quicktime", "video/x-m4v", "audio/mp4", "audio/mpeg", "audio/aac", "audio/x-m4a",
    ])

    /// By default: two-dimensional video and audio that AVPlayer plays, with any codec and delivery.
    public init(
        types: Set<String> = avPlayerTypes, codecs: [String]? = nil,
        deliveries: Set<MediaFile.Delivery> = [.progressive, .streaming], mediaTypes: Set<String> = ["2d"]
    ) {
        self.types = types
        self.codecs = codecs
        self.deliveries = deliveries
        self.mediaTypes = mediaTypes
    }

    /// Refuses by type, then delivery, then media type, then codec. Audio files are refused while a video file is left.
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

    /// RFC 6381 lists the codecs of all tracks, separated by commas. The player must support each of them.
    private func hasPlayableCodec(_ file: MediaFile) -> Bool {
        guard let codecs, let named = file.codec?.trimmed.lowercased(), !named.isEmpty else { return true }
        return named.split(separator: ",").allSatisfy { name in codecs.contains { name.trimmed.hasPrefix($0) } }
    }
}
