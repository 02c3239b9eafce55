extension Timestamp {
    /// `yyyy-MM-ddTHH:mm:ss.SSSZ` in UTC and the Gregorian calendar, whatever calendar the device has.
    ///
    /// A time outside the years 0 to 9999 is moved to the nearer end.
    public var universalText: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        appendUniversalText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``universalText`` without making a string.
    public func appendUniversalText(to bytes: inout [UInt8]) {
        let time = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
        let day = time >= 0 ? time / 86_400_000 : (time + 1) / 86_400_000 - 1
        let rest = time - day * 86_400_000
        let date = GregorianDay(number: day)
        func append(_ value: Int64, _ digits: Int, _ end: Unicode.Scalar) {
            var unit: Int64 = 1
            for _ in 1..<digits { unit *= 10 }
            while unit > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(value / unit % 10))
                unit /= 10
            }
            bytes.append(UInt8(ascii: end))
        }
        append(date.year, 4, "-")
        append(date.month, 2, "-")
        append(date.day, 2, "T")
        append(rest / 3_600_000, 2, ":")
        append(rest / 60_000 % 60, 2, ":")
        append(rest / 1_000 % 60, 2, ".")
        append(rest % 1_000, 3, "Z")
    }

    /// Parses RFC 3339 in UTC, with 0 to 9 digits of a second's fraction; digits behind the third are cut.
    ///
    /// `nil` for any other text, and for a date that the calendar does not have.
    public init?(universalText text: String) {
        var text = text
        guard let time = text.withUTF8({ Timestamp(universalUTF8: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = time
    }

    /// Parses the same form in place, as it stands in a request.
    public init?(universalUTF8 bytes: UnsafeRawBufferPointer) {
        guard (20...30).contains(bytes.count), bytes[bytes.count - 1] == UInt8(ascii: "Z"),
            Self.marks.allSatisfy({ bytes[$0.place] == $0.mark }),
            let year = bytes.number(0..<4), let month = bytes.number(5..<7), let day = bytes.number(8..<10),
            let hour = bytes.number(11..<13), hour < 24, let minute = bytes.number(14..<16), minute < 60,
            let second = bytes.number(17..<19), second < 61,
            let date = GregorianDay(year: year, month: month, day: day)
        else { return nil }
        var fraction: Int64 = 0
        if bytes.count > 20 {
            guard bytes[19] == UInt8(ascii: "."), bytes.count > 21, bytes.number(20..<bytes.count - 1) != nil else {
                return nil
            }
            for place in 20..<23 {
                fraction = fraction * 10 + (place < bytes.count - 1 ? Int64(bytes[place] - UInt8(ascii: "0")) : 0)
            }
        }
        self.init(milliseconds: (((date.number * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + fraction)
    }

    private static let marks: [(place: Int, mark: UInt8)] = [
        (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")), (10, UInt8(ascii: "T")), (13, UInt8(ascii: ":")),
        (16, UInt8(ascii: ":")),
    ]
}

extension UnsafeRawBufferPointer {
    /// The value of decimal digits; `nil` where something else stands.
    fileprivate func number(_ range: Range<Int>) -> Int64? {
        var value: Int64 = 0
        for place in range {
            let digit = self[place] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int64(digit)
        }
        return value
    }
}

/// A day of the Gregorian calendar, also before its introduction.
private struct GregorianDay {
    let year: Int64
    let month: Int64
    let day: Int64

    /// - Parameter number: days since 1970-01-01, not before year 0.
    init(number: Int64) {
        // Counted from 1 March of year 0, so that a leap day is the last day of its year.
        let days = number + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `nil` if the calendar does not have the day.
    init?(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
        guard (1...12).contains(month), day >= 1 else { return nil }
        let again = GregorianDay(number: number)
        guard again.month == month, again.day == day else { return nil }
    }

    /// Days since 1970-01-01.
    var number: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
