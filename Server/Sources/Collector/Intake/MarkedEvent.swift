import MarqueeWire

/// An event as positions in its batch.
///
/// Plain bytes without references: the spool keeps it as it stands in memory.
struct MarkedEvent: BitwiseCopyable {
    var high: UInt64 = 0
    var low: UInt64 = 0
    /// By the device's clock, in milliseconds since 1970.
    var time: Int64 = 0
    var sequence: Int64 = 0
    var name = TextSpan.none
    var user = TextSpan.none
    var session = TextSpan.none
    /// The object with its braces.
    var properties = TextSpan.none
    /// Where the event's values begin among those of the batch, and how many there are.
    var firstValue: UInt32 = 0
    var valueCount: UInt32 = 0

    var id: EventID {
        get { EventID(high: high, low: low) }
        set { (high, low) = (newValue.high, newValue.low) }
    }

    /// When the device made the id, by its clock, in milliseconds since 1970.
    var made: Int64 { Int64(high >> 16) }

    var values: Range<Int> { Int(firstValue)..<Int(firstValue) + Int(valueCount) }

    /// Whether every text lies in a batch of `count` bytes, and every value among `values`.
    func fits(_ count: Int, values: Int) -> Bool {
        name.fits(count) && user.fits(count) && session.fits(count) && properties.fits(count)
            && self.values.upperBound <= values
    }
}

/// The value of a property that a projection asked for.
struct MarkedValue: BitwiseCopyable {
    enum Kind: UInt16 {
        case text
        case integer
        /// A number with a fraction or an exponent.
        case fraction
        case yes
    }

    /// By ``PropertyKeys``.
    let key: UInt16
    private let kindNumber: UInt16
    /// The text between its quotes, or the number.
    let span: TextSpan

    init(key: Int, _ kind: Kind, _ span: TextSpan = .none) {
        self.key = UInt16(truncatingIfNeeded: key)
        kindNumber = kind.rawValue
        self.span = span
    }

    var kind: Kind? { Kind(rawValue: kindNumber) }
}
