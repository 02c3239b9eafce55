/// An image, video or sound that a page refers to.
struct PageImage: Sendable, Equatable {
    /// The address, relative to the page.
    let location: String
    let alt: String
    let size: ImageSize?
    /// `nil` for an image.
    var player: PagePlayer?
}

/// How a page plays a video or sound.
struct PagePlayer: Sendable, Equatable {
    enum Kind: String, Sendable {
        case audio
        case video
    }

    let kind: Kind
    /// The address of the picture that is shown before.
    var poster: String?
    /// The address of the captions.
    var captions: String?
}

/// The picture that stands for an article on a card.
struct PageCover: Sendable, Equatable {
    /// The asset's name.
    let name: String
    let size: ImageSize?
}

/// In pixels.
struct ImageSize: Sendable, Hashable {
    let width: Int
    let height: Int
}
