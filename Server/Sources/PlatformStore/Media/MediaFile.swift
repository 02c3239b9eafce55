public import MarqueeWire

/// A file of the media library: an asset of a hub, and what is known of it.
public struct MediaFile: Sendable, Hashable {
    /// The file itself.
    public let asset: AssetRecord
    /// `nil` for a file that an import or a feed brought and nobody described.
    public let media: MediaRecord?

    /// Whether another file can be put in its place; an import would bring its own files again.
    public var isReplaceable: Bool { media?.origin.isImported == false }

    /// Joins an asset with what is known of it.
    public init(asset: AssetRecord, media: MediaRecord?) {
        self.asset = asset
        self.media = media
    }
}

/// An article whose text names a file, a video that has it as its poster or captions, or a content unit that shows it.
public struct MediaUse: Sendable, Hashable {
    /// How a file is used.
    public enum Way: Sendable, Hashable {
        /// By the saved text of an article.
        case text
        /// By the version of an article that devices have, and no longer by its saved text.
        case live
        /// By a video or sound, as its poster or captions.
        case companion
        /// By a content unit of placements, as its picture.
        case unit
    }

    /// What uses a file.
    public enum Place: Sendable, Hashable {
        /// An article, or the asset of a video or sound.
        case content(ContentURI)
        /// A content unit, by its id.
        case unit(String)
    }

    /// The article, video, sound or unit.
    public let place: Place
    /// The article's title, or the name of the video's file or of the unit.
    public let title: String
    /// How the file is used.
    public let way: Way
}
