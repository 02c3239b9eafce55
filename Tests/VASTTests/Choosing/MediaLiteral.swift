@testable import VAST

/// A media file whose address is made from its id, for tables.
func media(
    _ id: String, type: String = "video/mp4", delivery: MediaFile.Delivery? = .progressive, codec: String? = nil,
    bitrate: Int? = nil, range: ClosedRange<Int>? = nil, width: Int? = nil, height: Int? = nil, size: Int? = nil,
    mediaType: String? = nil, apiFramework: String? = nil
) -> MediaFile {
    MediaFile(
        url: URLTemplate(stringLiteral: "https://m.example/\(id)"), id: id, delivery: delivery, type: type,
        codec: codec, bitrate: bitrate, minimumBitrate: range?.lowerBound, maximumBitrate: range?.upperBound,
        width: width, height: height, size: size, mediaType: mediaType, apiFramework: apiFramework)
}
