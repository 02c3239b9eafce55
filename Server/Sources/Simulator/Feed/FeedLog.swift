import MarqueeCore

/// The log of one app's SDK, written into its phone's feed.
final class FeedLog: LogReceiver {
    private let feed: DeviceFeed
    private let app: String

    init(_ feed: DeviceFeed, app: String) {
        self.feed = feed
        self.app = app
    }

    func log(_ message: String, severity: Log.Severity, verbosity: Log.Verbosity) {
        feed.add(.log, "\(severity)", message, app: app, isGood: severity >= .info)
    }
}
