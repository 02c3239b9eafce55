public import Collector
public import Foundation
public import Hummingbird
public import MarqueeWire
public import PlatformStore
public import Publishing

/// What the portal's pages show and change.
public struct PortalParts: Sendable {
    let platform: Platform
    let publisher: Publisher
    let collector: Collector
    let feeds: FeedRunner
    let pictures: any SourceFetcher
    let pushDelivery: (any PushDelivery)?
    let unitPreview: (@Sendable (ContentUnitRecord) async throws -> Response)?
    let now: @Sendable () -> Timestamp

    /// The parts of one server.
    /// - Parameters:
    ///   - platform: where content, accounts and the audit log are.
    ///   - publisher: makes the releases.
    ///   - collector: answers the reports and the live view.
    ///   - feeds: runs a content source when somebody asks for it.
    ///   - pictures: gets the pictures that articles show from the web; it keeps to public addresses.
    ///   - pushDelivery: hands push messages to devices; `nil` where there are none.
    ///   - unitPreview: a page for a frame in which a unit of placements is drawn; `nil` where nothing draws it.
    ///   - now: the wall clock; tests set it.
    public init(
        platform: Platform, publisher: Publisher, collector: Collector, feeds: FeedRunner,
        pictures: any SourceFetcher = HTTPSourceFetcher(deadlineSeconds: 10), pushDelivery: (any PushDelivery)? = nil,
        unitPreview: (@Sendable (ContentUnitRecord) async throws -> Response)? = nil,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        self.platform = platform
        self.publisher = publisher
        self.collector = collector
        self.feeds = feeds
        self.pictures = pictures
        self.pushDelivery = pushDelivery
        self.unitPreview = unitPreview
        self.now = now
    }
}
