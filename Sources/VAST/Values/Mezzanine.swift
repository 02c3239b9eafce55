/// A high-quality source for media files (from 4.0 on). A player never plays it.
public struct Mezzanine: Sendable, Hashable {
    /// The address of the file.
    public var url: URLTemplate
    /// The ad server's id.
    public var id: String?
    /// `nil` when the document does not state it.
    public var delivery: MediaFile.Delivery?
    /// The MIME type in lower case.
    public var type: String
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
    /// The codec in the form of RFC 6381.
    public var codec: String?
    /// The size in bytes.
    public var size: Int?
    /// `2D`, `3D` or `360`.
    public var mediaType: String?

    /// `type` is in lower case.
    public init(
        url: URLTemplate, id: String? = nil, delivery: MediaFile.Delivery? = .progressive, type: String,
        width: Int? = nil, height: Int? = nil, codec: String? = nil, size: Int? = nil, mediaType: String? = nil
    ) {
        self.url = url
        self.id = id
        self.delivery = delivery
        self.type = type
        self.width = width
        self.height = height
        self.codec = codec
        self.size = size
        self.mediaType = mediaType
    }
}
