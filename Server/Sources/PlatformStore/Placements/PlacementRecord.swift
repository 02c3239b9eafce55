/// A place in an app where content units are shown.
public struct PlacementRecord: Sendable, Hashable {
    /// A unit that may be shown there.
    public struct Entry: Sendable, Hashable, Codable {
        /// The id of the unit.
        public var unit: String
        /// A lower number is asked first; units of the same number share their turn by weight. 1 to 1000.
        public var priority: Int

        /// A unit with its priority.
        public init(unit: String, priority: Int) {
            self.unit = unit
            self.priority = priority
        }
    }

    /// The most placements of an app.
    public static let most = 500
    /// The most units of a placement.
    public static let mostUnits = 200

    /// The app it belongs to.
    public let app: String
    /// Names it in requests; compared with regard to case.
    public let tag: String
    /// For people, 1 to 200 bytes.
    public var name: String
    /// What its badge says, for example `9`; empty for no badge.
    public var badge: String
    /// The priority list.
    public var units: [Entry]
    /// Counts changes; 0 for a record that is not stored yet.
    public var version: Int

    /// A placement.
    public init(
        app: String, tag: String, name: String, badge: String = "", units: [Entry] = [], version: Int = 0
    ) {
        self.app = app
        self.tag = tag
        self.name = name
        self.badge = badge
        self.units = units
        self.version = version
    }

    /// Whether a text can be a tag: 1 to 80 letters and digits of ASCII, `.`, `_` and `-`.
    public static func isTag(_ text: String) -> Bool {
        (1...80).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    func check() throws(StoreError) {
        guard Self.isTag(tag) else {
            throw StoreError(.invalid, "a tag has 1 to 80 letters and digits of ASCII, \".\", \"_\" and \"-\"")
        }
        guard (1...200).contains(name.utf8.count), !name.unicodeScalars.contains(where: \.isInvisible) else {
            throw StoreError(.invalid, "a name has 1 to 200 bytes and no characters that cannot be seen")
        }
        guard badge.utf8.count <= 20, !badge.unicodeScalars.contains(where: \.isInvisible) else {
            throw StoreError(.invalid, "a badge has at most 20 bytes and no characters that cannot be seen")
        }
        guard units.count <= Self.mostUnits, Set(units.map(\.unit)).count == units.count,
            units.allSatisfy({ (1...1000).contains($0.priority) })
        else {
            throw StoreError(
                .invalid,
                "a placement has at most \(Self.mostUnits) units, each once and with a priority of 1 to 1000")
        }
    }
}
