/// An image that a page refers to.
struct PageImage: Sendable, Equatable {
    /// The address, relative to the page.
    let location: String
    let alt: String
    let size: ImageSize?
}

/// In pixels.
struct ImageSize: Sendable, Hashable {
    let width: Int
    let height: Int
}
