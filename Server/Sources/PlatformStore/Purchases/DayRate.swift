/// What one unit of a currency was worth in another one on a day.
public struct DayRate: Sendable, Hashable {
    /// The most rates that are stored at once.
    public static let most = 5000
    private static let millionths: ClosedRange<Int64> = 1...1_000_000_000_000

    /// The day of UTC, in days since 1970.
    public let day: Int
    /// The ISO 4217 code of the currency that is converted.
    public let currency: String
    /// The ISO 4217 code of the currency that the rate leads to.
    public let target: String
    /// What one unit of ``currency`` is in ``target``, in millionths.
    public let millionths: Int64

    /// A rate of a day.
    public init(day: Int, currency: String, target: String, millionths: Int64) {
        self.day = day
        self.currency = currency
        self.target = target
        self.millionths = millionths
    }

    func check() throws(StoreError) {
        guard [currency, target].allSatisfy(TrackedPurchase.Price.isCurrency), currency != target else {
            throw StoreError(.invalid, "a rate has two currencies of three capital letters, such as EUR and USD")
        }
        guard Self.millionths.contains(millionths), (0...100_000).contains(day) else {
            throw StoreError(.invalid, "a rate is more than 0 and at most a million, on a day since 1970")
        }
    }

    /// An amount of ``currency`` in ``target``, rounded to the nearest thousandth.
    public func converted(_ milliunits: Int64) -> Int64 {
        let whole = milliunits / 1_000_000
        let rest = milliunits % 1_000_000
        let (product, isTooLarge) = whole.multipliedReportingOverflow(by: millionths)
        guard !isTooLarge, product < .max / 2 else { return .max / 2 }
        // The rest and the rate are both too small for an overflow: 10⁶ · 10¹².
        return product + (rest * millionths + 500_000) / 1_000_000
    }
}
