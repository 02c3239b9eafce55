extension Composer {
    /// `xs:time`: less than a day, to the millisecond.
    func time(_ duration: Duration?, _ part: String) throws(WriteError) -> String? {
        guard let duration else { return nil }
        guard duration >= .zero, duration < .seconds(86_400) else {
            throw invalid("\(part) is \(duration), not between zero and a day.")
        }
        return clockText(duration)
    }

    /// A time of less than 100 hours, or a percentage.
    func offset(_ offset: Offset?, _ part: String) throws(WriteError) -> String? {
        switch offset {
        case nil: return nil
        case .time(let time):
            guard time >= .zero, time < .seconds(360_000) else {
                throw invalid("\(part) is \(time), not between zero and 100 hours.")
            }
            return clockText(time)
        case .percent(let percent):
            guard percent <= 100 else { throw invalid("\(part) is \(percent) %, not between 0 and 100 %.") }
            return try decimal(percent, part).map { $0 + "%" }
        }
    }

    /// `xs:decimal`, which has no exponent.
    func decimal(_ number: Double?, _ part: String) throws(WriteError) -> String? {
        guard let number else { return nil }
        let text = "\(number)"
        guard number.isFinite, number >= 0, !text.contains("e") else {
            throw invalid("\(part) is \(number), which cannot be written as a decimal number from 0 on.")
        }
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    func text(_ number: Int?) -> String? { number.map { "\($0)" } }

    func text(_ flag: Bool?) -> String? { flag.map { $0 ? "true" : "false" } }

    private func clockText(_ duration: Duration) -> String {
        let text = TimeText.playhead(duration)
        return text.hasSuffix(".000") ? String(text.dropLast(4)) : text
    }
}
