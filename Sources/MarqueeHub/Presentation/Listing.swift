import MarqueeWire

/// The child pages of a page: the channels of a hub, or the articles of a channel.
struct Listing: Sendable {
    static let empty = Listing(items: [], indices: [])

    /// All pages of the release, not only the listed ones.
    let items: [ContentItem]
    /// The indices of the listed pages in ``items``, in the publisher's order.
    let indices: [Int]

    var count: Int { indices.count }

    /// The offset after the address of a listed item, if the address begins at `start`; otherwise `nil`.
    func end(of index: Int, in page: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        indices.indices.contains(index) ? items[indices[index]].uri.end(in: page, at: start) : nil
    }
}
