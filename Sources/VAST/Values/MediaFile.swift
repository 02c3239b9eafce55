/// A file that can be played as the linear part (VAST 4.3, section 3.9.1).
public struct MediaFile: Sendable, Hashable {
    /// How a file is delivered.
    public enum Delivery: String, Sendable, CaseIterable {
        /// As one file that can be stored.
        case progressive
        /// In segments whose quality may change, such as HLS.
        case streaming
    }

    /// The address of the file.
    public var url: URLTemplate
    /// The ad server's id.
    public var id: String?
    /// `nil` when the document does not state it.
    public var delivery: Delivery?
    /// The MIME type in lower case; empty when the document does not state it.
    public var type: String
    /// The codec in the form of RFC 6381.
    public var codec: String?
    /// The bitrate of a progressive file in kilobits per second.
    public var bitrate: Int?
    /// The lowest bitrate of a stream in kilobits per second.
    public var minimumBitrate: Int?
    /// The highest bitrate of a stream in kilobits per second.
    public var maximumBitrate: Int?
    /// The width in pixels; 0 for audio.
    public var width: Int?
    /// The height in pixels; 0 for audio.
    public var height: Int?
    /// The size in bytes (from 4.1 on).
    public var size: Int?
    /// `2D`, `3D` or `360` (from 4.1 on).
    public var mediaType: String?
    /// Whether the picture may be scaled.
    public var isScalable: Bool?
    /// Whether the aspect ratio must be kept.
    public var keepsAspectRatio: Bool?
    /// The framework that it needs, such as `VPAID`; deprecated in 4.1. Such a file is a program and not a video.
    public var apiFramework: String?

    /// `type` is in lower case.
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
