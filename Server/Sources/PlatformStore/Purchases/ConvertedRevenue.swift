/// Revenue of several currencies in one of them, with the rate of the day of each purchase.
public struct ConvertedRevenue: Sendable, Hashable {
    /// What could be converted, and what was in the currency already.
    public private(set) var converted: Revenue
    /// What has no rate, in its own currency, by the currency's name.
    public private(set) var unconverted: [Revenue] = []

    /// - Parameters:
    ///   - days: revenue by the day of the purchase, in days since 1970.
    ///   - rates: others than those into the currency are not looked at.
    public init(_ days: [Int: [Revenue]], into currency: String, rates: [DayRate]) {
        converted = Revenue(currency: currency)
        var known: [String: [Int: DayRate]] = [:]
        for rate in rates where rate.target == currency { known[rate.currency, default: [:]][rate.day] = rate }
        var rest: [String: Revenue] = [:]
        for (day, amounts) in days {
            for amount in amounts {
                if amount.currency == currency {
                    converted.add(amount) { $0 }
                } else if let rate = known[amount.currency]?[day] {
                    converted.add(amount, rate.converted)
                } else {
                    rest[amount.currency, default: Revenue(currency: amount.currency)].add(amount) { $0 }
                }
            }
        }
        unconverted = rest.values.sorted { $0.currency < $1.currency }
    }
}

extension Revenue {
    fileprivate mutating func add(_ other: Revenue, _ convert: (Int64) -> Int64) {
        verified.add(other.verified, convert)
        unverified.add(other.unverified, convert)
        pending.add(other.pending, convert)
    }
}

extension Revenue.Part {
    fileprivate mutating func add(_ other: Revenue.Part, _ convert: (Int64) -> Int64) {
        let (sum, isTooLarge) = milliunits.addingReportingOverflow(convert(other.milliunits))
        milliunits = isTooLarge ? .max : sum
        purchases += other.purchases
    }
}
