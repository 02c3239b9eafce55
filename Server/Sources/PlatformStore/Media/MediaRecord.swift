public import Foundation
public import MarqueeWire

/// What is known of a picture, video, sound or captions file of a hub besides its bytes.
public struct MediaRecord: Sendable, Hashable, Codable {
    /// What a file is shown as.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case picture
        case video
        case sound
        /// The words of a video (WebVTT).
        case captions
    }

    /// What is read out in place of a picture.
    public struct Description: Sendable, Hashable, Codable {
        /// The most bytes of an alternative text.
        public static let maximumSize = 4096

        /// The alternative text; empty until somebody writes one.
        public var alt: String
        /// Whether the picture says nothing that the text does not, so that nothing is read out.
        public var isDecorative: Bool

        /// Makes a description; without arguments, none was written yet.
        public init(alt: String = "", isDecorative: Bool = false) {
            (self.alt, self.isDecorative) = (alt, isDecorative)
        }

        /// Whether somebody still has to write an alternative text.
        public var isMissing: Bool { alt.isEmpty && !isDecorative }

        /// What is read out; empty for a decorative picture.
        public var spoken: String { isDecorative ? "" : alt }
    }

    /// The point of a picture that crops keep, in thousandths of its width and height from the upper left corner.
    public struct Focus: Sendable, Hashable, Codable {
        /// From the left, 0 to 1000.
        public var x: Int
        /// From above, 0 to 1000.
        public var y: Int

        /// A point; values outside 0 to 1000 are moved to the nearer end.
        public init(x: Int = 500, y: Int = 500) {
            (self.x, self.y) = (min(max(x, 0), 1000), min(max(y, 0), 1000))
        }
    }

    /// In pixels.
    public struct Size: Sendable, Hashable, Codable {
        /// From left to right.
        public let width: Int
        /// From top to bottom.
        public let height: Int

        /// A width and a height in pixels.
        public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
    }

    /// Names of the assets that were made of a picture for screens; `nil` where the picture itself serves.
    public struct Variants: Sendable, Hashable, Codable {
        /// For pages of articles.
        public var page: String?
        /// Cut around the focus, for cards.
        public var card: String?
        /// Cut around the focus, for the library; never in a release.
        public var thumbnail: String?
        /// Of the variant for pages.
        public var pageSize: Size?
        /// Of the variant for cards.
        public var cardSize: Size?

        /// Names the variants of a picture.
        public init(
            page: String? = nil, card: String? = nil, thumbnail: String? = nil, pageSize: Size? = nil,
            cardSize: Size? = nil
        ) {
            (self.page, self.card, self.thumbnail) = (page, card, thumbnail)
            (self.pageSize, self.cardSize) = (pageSize, cardSize)
        }

        /// Every name.
        public var names: [String] { [page, card, thumbnail].compactMap { $0 } }
    }

    /// The files of the same hub that belong to a video or sound.
    public struct Companions: Sendable, Hashable, Codable {
        /// The picture that is shown before a video plays.
        public var poster: String?
        /// The file with the captions.
        public var captions: String?

        /// Names the companions.
        public init(poster: String? = nil, captions: String? = nil) {
            (self.poster, self.captions) = (poster, captions)
        }
    }

    /// A web address that a file was fetched from, without what only the one who wrote it may know.
    public struct Address: Sendable, Hashable, Codable {
        /// The address without a name, a password, a query and a fragment.
        public let shown: String
        /// The SHA-256 of the whole address, in hexadecimal: the same address is fetched once.
        public let digest: String

        /// Takes the shown part and the hash of an address.
        public init(_ url: URL) {
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) ?? URLComponents()
            (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
            self.init(shown: parts.string ?? "", digest: ObjectHash(of: Data(url.absoluteString.utf8)).hex)
        }

        package init(shown: String, digest: String) { (self.shown, self.digest) = (shown, digest) }
    }

    /// Where a file came from.
    public struct Origin: Sendable, Hashable, Codable {
        /// The file's name where it was before.
        public let fileName: String
        /// The address that the file was fetched from; `nil` for an upload.
        public let address: Address?
        /// The SHA-256 of the bytes as they arrived, in hexadecimal.
        public let digest: String
        /// The account that brought the file.
        public let madeBy: String
        /// When it came.
        public let stored: Timestamp
        /// Whether an import or a feed brought the file, and would bring it again.
        public let isImported: Bool

        /// Describes where a file came from.
        public init(
            fileName: String, address: Address? = nil, digest: String, madeBy: String, stored: Timestamp,
            isImported: Bool = false
        ) {
            self.fileName = fileName
            self.address = address
            self.digest = digest
            self.madeBy = madeBy
            self.stored = stored
            self.isImported = isImported
        }
    }

    /// The asset that the record is about.
    public let uri: ContentURI
    /// The app it belongs to.
    public let app: String
    /// What the file is shown as.
    public let kind: Kind
    /// Of a picture or video; `nil` for everything else.
    public var size: Size?
    /// What is read out in its place.
    public var description: Description
    /// The point that crops keep.
    public var focus: Focus
    /// What was made of it for screens.
    public var variants: Variants
    /// The files that a video or sound is shown with.
    public var companions: Companions
    /// Where it came from.
    public var origin: Origin
    /// Rises with each change; 0 for a record that is not stored.
    public var version: Int

    /// Makes a record of the asset `name`.
    public init(
        app: String, hub: String, name: String, kind: Kind, size: Size? = nil, description: Description = .init(),
        focus: Focus = .init(), variants: Variants = .init(), companions: Companions = .init(), origin: Origin,
        version: Int = 0
    ) {
        self.app = app
        uri = ContentURI(hub: hub, .asset(name))
        self.kind = kind
        self.size = size
        self.description = description
        self.focus = focus
        self.variants = variants
        self.companions = companions
        self.origin = origin
        self.version = version
    }

    /// The sizes that are known, of the file and of what was made of it, by the names of the assets.
    public var sizes: [String: Size] {
        let all: [(name: String?, size: Size?)] = [
            (name, size), (variants.page, variants.pageSize), (variants.card, variants.cardSize),
        ]
        let known = all.compactMap { file -> (String, Size)? in
            guard let name = file.name, let size = file.size else { return nil }
            return (name, size)
        }
        return Dictionary(known) { first, _ in first }
    }

    /// The hub's id.
    public var hub: String { uri.hub }

    /// The last part of the asset's URI.
    public var name: String {
        guard case .asset(let name) = uri.place else { return "" }
        return name
    }
}
