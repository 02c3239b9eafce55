import Collector
import Foundation
import PlatformStore

/// Rates of currencies as a person pastes them: a line for each, with day, currency and rate, separated by commas.
enum RateText {
    /// - Throws: ``PortalError`` with `invalidField`, which names the line.
    static func rates(_ text: String, into target: String) throws(PortalError) -> [DayRate] {
        guard TrackedPurchase.Price.isCurrency(target) else {
            throw PortalError(.invalidField, "The currency to convert into has three capital letters, such as USD.")
        }
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        guard (1...DayRate.most).contains(lines.count) else {
            throw PortalError(.invalidField, "Paste 1 to \(DayRate.most) lines.")
        }
        var rates: [DayRate] = []
        for (place, line) in lines.enumerated() {
            guard let rate = rate(line, into: target) else {
                throw PortalError(
                    .invalidField,
                    "Line \(place + 1), “\(line.prefix(60))”, is not a day, another currency and a rate: "
                        + "2026-11-25,EUR,1.08. A rate has at most 6 digits before the point and 12 behind it.")
            }
            rates.append(rate)
        }
        return rates
    }

    private static func rate(_ line: String, into target: String) -> DayRate? {
        let parts = line.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard parts.count == 3, let day = Day(parts[0]), TrackedPurchase.Price.isCurrency(parts[1]),
            parts[1] != target, let trillionths = trillionths(parts[2]), trillionths > 0, day.number >= 0
        else { return nil }
        return DayRate(day: day.number, currency: parts[1], target: target, trillionths: trillionths)
    }

    /// A rate as a person writes it, such as 1.08.
    static func text(_ trillionths: Int64) -> String {
        let (whole, part) = trillionths.quotientAndRemainder(dividingBy: unit)
        let digits = String(part)
        var rest = String(repeating: "0", count: places - digits.count) + digits
        while rest.hasSuffix("0") { rest.removeLast() }
        return rest.isEmpty ? String(whole) : "\(whole).\(rest)"
    }

    private static let unit: Int64 = 1_000_000_000_000
    private static let places = 12

    /// At most six digits before the point and twelve behind it.
    private static func trillionths(_ text: String) -> Int64? {
        guard let found = text.wholeMatch(of: /([0-9]{1,6})(?:\.([0-9]{1,12}))?/), let whole = Int64(found.1) else {
            return nil
        }
        let rest = String(found.2 ?? "")
        guard let part = Int64(rest + String(repeating: "0", count: places - rest.count)) else { return nil }
        return whole * unit + part
    }
}
