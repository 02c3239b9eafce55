import MarqueeCore

/// The SDK's log, written into a phone's feed.
final class FeedLog: LogReceiver {
    private let feed: DeviceFeed

    init(_ feed: DeviceFeed) {
        self.feed = feed
    }

    func log(_ message: String, severity: Log.Severity, verbosity: Log.Verbosity) {
        feed.add(.log, "\(severity)", message, isGood: severity >= .info)
    }
}
