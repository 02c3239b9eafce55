public import Decisioning
import Foundation
public import MarqueeWire

/// To whom and how often a unit is shown, in the form in which it is stored and programs write it.
public struct UnitRules: Sendable, Hashable, Codable {
    /// A time of the week by the clocks of ``UnitRules/timeZone``.
    public struct Hours: Sendable, Hashable, Codable {
        /// 1 is Sunday, 7 is Saturday.
        public var weekdays: [Int]
        /// Minutes after midnight, 0 to 1439.
        public var start: Int
        /// Minutes after midnight, 1 to 1440; a smaller number than ``start`` means the next day.
        public var end: Int

        /// From `start` to `end` on some days of the week.
        public init(weekdays: [Int], start: Int, end: Int) {
            self.weekdays = weekdays
            self.start = start
            self.end = end
        }
    }

    /// A demand on one attribute of the device.
    public struct Condition: Sendable, Hashable, Codable {
        /// How the attribute is compared.
        public enum Test: String, Sendable, Codable, CaseIterable {
            case oneOf
            case noneOf
            case atLeast
            case atMost
            case known
            case unknown
        }

        /// The attribute's name, for example `country`.
        public var attribute: String
        /// How the attribute is compared.
        public var test: Test
        /// For ``Test/oneOf`` and ``Test/noneOf``.
        public var values: [String]?
        /// For ``Test/atLeast`` and ``Test/atMost``.
        public var bound: Bound?

        /// A demand on one attribute.
        public init(attribute: String, test: Test, values: [String]? = nil, bound: Bound? = nil) {
            self.attribute = attribute
            self.test = test
            self.values = values
            self.bound = bound
        }
    }

    /// A bound on showings.
    public struct Cap: Sendable, Hashable, Codable {
        /// Whose showings count.
        public enum Scope: String, Sendable, Codable {
            /// Those to one device.
            case device
            /// Those to all devices.
            case everybody
        }

        /// The most showings, 0 to 1,000,000,000.
        public var limit: Int
        /// Whose showings count.
        public var scope: Scope
        /// The time before the decision that counts, 1 to 2,592,000; `nil` for all time.
        public var seconds: Int?

        /// At most `limit` showings.
        public init(limit: Int, scope: Scope, seconds: Int? = nil) {
            self.limit = limit
            self.scope = scope
            self.seconds = seconds
        }
    }

    /// An identifier of the time zone database, for example `Europe/Berlin`; `GMT` unless it is given.
    public var timeZone: String?
    /// Shown at these times only; `nil` for any time.
    public var hours: [Hours]?
    /// All have to hold.
    public var conditions: [Condition]?
    /// None may be reached.
    public var caps: [Cap]?
    /// What the device has to be able to do, for example `store`.
    public var capabilities: [String]?

    /// Without arguments: always, and to everybody.
    public init(caps: [Cap]? = nil) {
        self.caps = caps
    }

    /// The most entries of each list.
    private static let most = 50
    /// The longest window of a cap, in seconds: 30 days.
    static let longestWindow = 2_592_000

    func check() throws(StoreError) {
        let zone = TimeZone(identifier: timeZone ?? "GMT")
        guard zone != nil else { throw StoreError(.invalid, "there is no time zone \"\(timeZone?.prefix(80) ?? "")\"") }
        let lists = [hours?.count, conditions?.count, caps?.count, capabilities?.count].compactMap { $0 }
        guard lists.allSatisfy({ $0 <= Self.most }) else {
            throw StoreError(.invalid, "a unit has at most \(Self.most) rules of each sort")
        }
        for hours in hours ?? [] {
            guard hours.weekdays.allSatisfy((1...7).contains), !hours.weekdays.isEmpty,
                (0...1439).contains(hours.start), (1...1440).contains(hours.end), hours.start != hours.end
            else { throw StoreError(.invalid, "hours have weekdays of 1 to 7, and minutes of 0 to 1440") }
        }
        for condition in conditions ?? [] { try Self.check(condition) }
        for cap in caps ?? [] {
            guard (0...1_000_000_000).contains(cap.limit), (1...Self.longestWindow).contains(cap.seconds ?? 1) else {
                throw StoreError(
                    .invalid, "a cap has a limit from 0 on, and a time of 1 to \(Self.longestWindow) seconds")
            }
        }
        guard (capabilities ?? []).allSatisfy({ PlacementRecord.isTag($0) }) else {
            throw StoreError(.invalid, "a capability has 1 to 80 letters and digits of ASCII")
        }
    }

    /// The attributes that conditions may name, beside `spend.` with a currency and `custom.` with a name of the app's.
    public static let attributes = [
        "country", "language", "hardware", "os", "os_version", "app_version", "idiom", "connection", "plugin", "sdk",
        "custom_id", StoredAttributes.purchases, StoredAttributes.contactLists,
    ]

    /// Those of them that are versions.
    private static let versions: Set = ["os_version", "app_version", "sdk"]

    /// What the values of an attribute look like, where no other one can ever hold.
    private static let forms: [String: (isOne: @Sendable (String) -> Bool, sentence: String)] = [
        "country": ({ $0.utf8.count == 2 && $0.utf8.allSatisfy(isLetter) }, "a country is two letters, such as DE"),
        "language": (
            { (2...3).contains($0.utf8.count) && $0.utf8.allSatisfy(isLetter) },
            "a language is two or three letters, such as de"
        ),
        "idiom": ({ ["phone", "tablet"].contains($0.lowercased()) }, "idiom is phone or tablet"),
    ]

    @Sendable private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Whether conditions may name an attribute.
    public static func isAttribute(_ name: String) -> Bool {
        if name.hasPrefix(StoredAttributes.spend) {
            return TrackedPurchase.Price.isCurrency(String(name.dropFirst(StoredAttributes.spend.count)))
        }
        return attributes.contains(name) || name.hasPrefix(CustomDimensions.prefix) && PlacementRecord.isTag(name)
    }

    /// Whether an attribute can be at least or at most something; of the app's own, nobody knows.
    public static func isCompared(_ name: String) -> Bool {
        versions.contains(name) || name == StoredAttributes.purchases || name.contains(".")
    }

    /// Whether an attribute can be at least or at most a bound. Of the app's own, some are versions.
    public static func isBound(_ bound: Bound, of attribute: String) -> Bool {
        if versions.contains(attribute) { return bound.version != nil }
        return bound.number != nil || attribute.hasPrefix(CustomDimensions.prefix)
    }

    /// Why one of some values can be no value of an attribute; `nil` if all can.
    public static func problem(_ values: [String], of attribute: String) -> String? {
        guard let form = forms[attribute], let odd = values.first(where: { !form.isOne($0) }) else { return nil }
        return "\"\(odd.prefix(80))\" is never the \(attribute) of a device: \(form.sentence)"
    }

    private static func check(_ condition: Condition) throws(StoreError) {
        guard isAttribute(condition.attribute) else {
            throw StoreError(
                .invalid,
                "\"\(condition.attribute.prefix(80))\" is no attribute: there are \(attributes.joined(separator: ", ")), "
                    + "spend. with a currency such as USD, and custom. with a name of the app's"
            )
        }
        switch condition.test {
        case .oneOf, .noneOf:
            guard let values = condition.values, (1...200).contains(values.count),
                values.allSatisfy({ $0.utf8.count <= 200 && !$0.utf8.contains(0) })
            else { throw StoreError(.invalid, "\(condition.test.rawValue) has 1 to 200 values of at most 200 bytes") }
            if let problem = problem(values, of: condition.attribute) { throw StoreError(.invalid, problem) }
        case .atLeast, .atMost:
            guard isCompared(condition.attribute) else {
                throw StoreError(.invalid, "\(condition.attribute) is a text: compare it with oneOf or noneOf")
            }
            guard let bound = condition.bound, isBound(bound, of: condition.attribute) else {
                throw StoreError(
                    .invalid, "\(condition.test.rawValue) has a bound: a number, or a version such as \"1.10\"")
            }
        case .known, .unknown: break
        }
    }
}

extension UnitRules.Cap {
    /// As the engine that decides has it.
    var engineCap: Decisioning.Cap {
        Decisioning.Cap(
            limit, scope == .device ? .subject : .everybody,
            within: seconds.map(Decisioning.Cap.Window.seconds) ?? .ever)
    }
}

extension ContentUnitRecord {
    /// Whether a moment is at none of the unit's times of the week; `false` for a unit without such times.
    public func isOutsideHours(at now: Timestamp) -> Bool {
        candidate(priority: 1).schedule.isOutsideHours(at: now.date)
    }

    /// As the engine that decides has it.
    func candidate(priority: Int) -> Candidate {
        let hours = (rules.hours ?? []).map { Schedule.Hours(weekdays: Set($0.weekdays), start: $0.start, end: $0.end) }
        let zone = TimeZone(identifier: rules.timeZone ?? "GMT") ?? .gmt
        return Candidate(
            id, priority: priority, weight: Double(weight), isPaused: isPaused,
            schedule: Schedule(start: starts?.date, end: ends?.date, hours: hours, timeZone: zone),
            conditions: (rules.conditions ?? []).map { Condition($0.attribute, $0.engineTest) },
            caps: (rules.caps ?? []).map(\.engineCap),
            capabilities: Set(rules.capabilities ?? []).union(kind == .purchase ? [Self.purchaseCapability] : []))
    }
}

extension UnitRules.Condition {
    fileprivate var engineTest: Decisioning.Condition.Test {
        switch test {
        case .oneOf: .isOneOf(values ?? [])
        case .noneOf: .isNoneOf(values ?? [])
        case .atLeast: .isAtLeast(bound ?? 0)
        case .atMost: .isAtMost(bound ?? 0)
        case .known: .isKnown
        case .unknown: .isUnknown
        }
    }
}
