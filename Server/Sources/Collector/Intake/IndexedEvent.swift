import MarqueeWire

/// An event as places of the batch it lies in, with the numbers that folding needs.
///
/// Plain bytes without references: the spool keeps it as it stands in memory.
struct IndexedEvent: BitwiseCopyable {
    /// What there is no text for.
    struct Flags: OptionSet, BitwiseCopyable {
        let rawValue: UInt32
        static let isCompleted = Flags(rawValue: 1)
        static let hasRelease = Flags(rawValue: 2)
    }

    var high: UInt64 = 0
    var low: UInt64 = 0
    /// By the device's clock, in milliseconds since 1970.
    var time: Int64 = 0
    var sequence: Int64 = 0
    var release: Int64 = 0
    var name = TextSpan.none
    var user = TextSpan.none
    var session = TextSpan.none
    /// The object with its braces.
    var properties = TextSpan.none
    var uri = TextSpan.none
    var channel = TextSpan.none
    var entryPoint = TextSpan.none
    /// Of a user's profile.
    var tags = TextSpan.none
    /// At most a day.
    var dwellMilliseconds: UInt32 = 0
    var flags: Flags = []

    var id: EventID {
        get { EventID(high: high, low: low) }
        set { (high, low) = (newValue.high, newValue.low) }
    }

    var releaseIfAny: Int64? { flags.contains(.hasRelease) ? release : nil }

    func fits(_ count: Int) -> Bool {
        name.fits(count) && user.fits(count) && session.fits(count) && properties.fits(count) && uri.fits(count)
            && channel.fits(count) && entryPoint.fits(count) && tags.fits(count)
    }
}
