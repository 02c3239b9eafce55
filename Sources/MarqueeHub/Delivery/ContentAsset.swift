public import Foundation

/// An image, style sheet or font of a release, verified.
public struct ContentAsset: Sendable, Hashable {
    /// The media type from the signed manifest, for example `image/png`.
    public let mediaType: String
    /// The verified bytes.
    public let data: Data

    /// Creates an asset from its media type and its verified bytes.
    public init(mediaType: String, data: Data) {
        self.mediaType = mediaType
        self.data = data
    }
}
