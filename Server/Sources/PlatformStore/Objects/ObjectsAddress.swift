import Foundation

/// Where objects and whole releases are kept.
///
/// Nothing that an address says about itself contains a key.
public struct ObjectsAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// In the data directory.
    public static let folder = ObjectsAddress(s3: nil)

    private struct S3: Hashable {
        let address: S3Address
        let credentials: S3Credentials
    }

    private let s3: S3?
    /// The most bytes of objects that are kept on this machine's disk too; 0 for none. It has no effect on the folder.
    public var cacheLimit = 0

    private init(s3: S3?) { self.s3 = s3 }

    /// A bucket that speaks S3, `s3://BUCKET/PREFIX?endpoint=…&region=…&style=…`; the folder when the text is empty.
    /// - Parameters:
    ///   - text: the address.
    ///   - environment: holds the key: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`; and
    ///     `AWS_REGION` for an address without a region.
    /// - Throws: `invalid` for a text that is no such address, and without a key.
    public init(_ text: String, environment: [String: String]) throws(StoreError) {
        guard !text.isEmpty else {
            self = .folder
            return
        }
        self.init(
            s3: S3(
                address: try S3Address(text, region: environment["AWS_REGION"]),
                credentials: try S3Credentials(environment: environment)))
    }

    /// Whether servers on several machines can share the objects.
    public var isShared: Bool { s3 != nil }

    /// Where the objects are.
    public var description: String { s3.map { "\($0.address)" } ?? "the folder objects" }

    /// A mirror without children: `dump` would show the key.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Which objects these are, however they are reached; `nil` for the folder.
    var place: String? { s3?.address.place }

    /// The blobs of objects and those of whole releases. Nothing is asked over the network yet.
    func open(in folder: URL) throws(StoreError) -> (objects: any BlobStore, releases: any BlobStore) {
        guard let s3 else {
            let blobs = BlobFolder(root: folder)
            try PrivateFile.makeFolder(folder.appending(path: "objects"))
            return (blobs, blobs)
        }
        let blobs = S3Blobs(client: S3Client(address: s3.address, credentials: s3.credentials))
        guard cacheLimit > 0 else { return (blobs, blobs) }
        let cache = try BlockCache(in: folder.appending(path: "cache"), limit: cacheLimit)
        return (CachedBlobs(blobs, cache: cache), blobs)
    }
}
