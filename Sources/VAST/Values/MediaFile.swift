/// A file that can be played as the linear part (VAST 4.3, section 3.9.1).
public struct MediaFile: Sendable, Hashable {
    /// How the file comes.
    public enum Delivery: String, Sendable, CaseIterable {
        /// As one file, which can be kept.
        case progressive
        /// In pieces whose quality may change, such as HLS.
        case streaming
    }

    /// Where it is.
    public var url: URLTemplate
    /// As the server names it.
    public var id: String?
    /// `nil` when the document does not say.
    public var delivery: Delivery?
    /// The MIME type in lower case; empty when the document does not say.
    public var type: String
    /// The codec as RFC 6381 names it.
    public var codec: String?
    /// In kilobits per second, of a progressive file.
    public var bitrate: Int?
    /// In kilobits per second, the least of a stream.
    public var minimumBitrate: Int?
    /// In kilobits per second, the most of a stream.
    public var maximumBitrate: Int?
    /// In pixels; 0 for audio.
    public var width: Int?
    /// In pixels; 0 for audio.
    public var height: Int?
    /// In bytes (from 4.1 on).
    public var size: Int?
    /// `2D`, `3D` or `360` (from 4.1 on).
    public var mediaType: String?
    /// Whether it may be scaled.
    public var isScalable: Bool?
    /// Whether its proportions must stay.
    public var keepsAspectRatio: Bool?
    /// What it needs, such as `VPAID`; deprecated in 4.1. Such a file is a program, not a video.
    public var apiFramework: String?

    /// Makes a media file.
    public init(
        url: URLTemplate, id: String? = nil, delivery: Delivery? = .progressive, type: String, codec: String? = nil,
        bitrate: Int? = nil, minimumBitrate: Int? = nil, maximumBitrate: Int? = nil, width: Int? = nil,
        height: Int? = nil, size: Int? = nil, mediaType: String? = nil, isScalable: Bool? = nil,
        keepsAspectRatio: Bool? = nil, apiFramework: String? = nil
    ) {
        self.url = url
        self.id = id
        self.delivery = delivery
        self.type = type
        self.codec = codec
        self.bitrate = bitrate
        self.minimumBitrate = minimumBitrate
        self.maximumBitrate = maximumBitrate
        self.width = width
        self.height = height
        self.size = size
        self.mediaType = mediaType
        self.isScalable = isScalable
        self.keepsAspectRatio = keepsAspectRatio
        self.apiFramework = apiFramework
    }
}
