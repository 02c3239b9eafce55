public import Foundation

/// An image, style sheet or font of a release, verified.
public struct ContentAsset: Sendable, Hashable {
    /// As the signed manifest names it, for example `image/png`.
    public let mediaType: String
    /// The verified bytes.
    public let data: Data

    /// Joins a file with what it is served as.
    public init(mediaType: String, data: Data) {
        self.mediaType = mediaType
        self.data = data
    }
}
