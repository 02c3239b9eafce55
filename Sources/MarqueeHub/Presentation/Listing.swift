import MarqueeWire

/// The pages that stand below a page: the channels of a hub, the articles of a channel.
struct Listing: Sendable {
    static let empty = Listing(items: [], places: [])

    /// Everything the release has; a few of them are listed.
    let items: [ContentItem]
    /// Of the listed ones among all, in the publisher's order.
    let places: [Int]

    var count: Int { places.count }

    /// Where the address of the item at an index ends, if it stands here.
    func end(of index: Int, in page: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        places.indices.contains(index) ? items[places[index]].uri.end(in: page, at: start) : nil
    }
}
