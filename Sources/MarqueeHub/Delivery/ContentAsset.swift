public import Foundation

/// An image, style sheet or font of a release, verified.
public struct ContentAsset: Sendable, Hashable {
    /// As the signed manifest names it, for example `image/png`.
    public let mediaType: String
    public let data: Data

    public init(mediaType: String, data: Data) {
        self.mediaType = mediaType
        self.data = data
    }
}
