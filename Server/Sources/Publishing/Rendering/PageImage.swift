/// An image as a page refers to it.
struct PageImage: Sendable, Equatable {
    /// Relative to the page.
    let location: String
    let alt: String
    let size: ImageSize?
}

/// In pixels.
struct ImageSize: Sendable, Hashable {
    let width: Int
    let height: Int
}
