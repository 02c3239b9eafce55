/// A file of high quality to make media files from (from 4.0 on). A player never plays it.
public struct Mezzanine: Sendable, Hashable {
    /// Where it is.
    public var url: URLTemplate
    /// As the server names it.
    public var id: String?
    /// `nil` when the document does not say.
    public var delivery: MediaFile.Delivery?
    /// The MIME type in lower case.
    public var type: String
    /// In pixels.
    public var width: Int?
    /// In pixels.
    public var height: Int?
    /// The codec as RFC 6381 names it.
    public var codec: String?
    /// In bytes.
    public var size: Int?
    /// `2D`, `3D` or `360`.
    public var mediaType: String?

    /// Makes a mezzanine file.
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
