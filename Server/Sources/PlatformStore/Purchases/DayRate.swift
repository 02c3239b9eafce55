/// What one unit of a currency was worth in another one on a day.
public struct DayRate: Sendable, Hashable {
    /// The most rates that are stored at once.
    public static let most = 5000
    private static let trillionths: ClosedRange<Int64> = 1...1_000_000_000_000_000_000

    /// The day of UTC, in days since 1970.
    public let day: Int
    /// The ISO 4217 code of the currency that is converted.
    public let currency: String
    /// The ISO 4217 code of the currency that the rate leads to.
    public let target: String
    /// What one unit of ``currency`` is in ``target``, in trillionths (10⁻¹²).
    public let trillionths: Int64

    /// A rate of a day.
    public init(day: Int, currency: String, target: String, trillionths: Int64) {
        self.day = day
        self.currency = currency
        self.target = target
        self.trillionths = trillionths
    }

    func check() throws(StoreError) {
        guard [currency, target].allSatisfy(TrackedPurchase.Price.isCurrency), currency != target else {
            throw StoreError(.invalid, "a rate has two currencies of three capital letters, such as EUR and USD")
        }
        guard Self.trillionths.contains(trillionths), (0...100_000).contains(day) else {
            throw StoreError(.invalid, "a rate is more than 0 and at most a million, on a day since 1970")
        }
    }

    /// An amount of ``currency`` in ``target``, rounded to the nearest thousandth.
    public func converted(_ milliunits: Int64) -> Int64 {
        let product = Int128(milliunits) * Int128(trillionths)
        return Int64(clamping: min((product + 500_000_000_000) / 1_000_000_000_000, Int128(Int64.max / 2)))
    }
}
