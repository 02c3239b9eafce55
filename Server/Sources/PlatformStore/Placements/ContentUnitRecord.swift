public import MarqueeWire

/// What a placement can show: its document for the template, and the rules of when and to whom.
public struct ContentUnitRecord: Sendable, Hashable {
    /// What a unit shows. Each kind has a template.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A title, a text and a button.
        case announcement
        /// One picture, usually over the whole screen.
        case image
        /// A list of other games.
        case moreGames
        /// A product of the store, for virtual goods promotions.
        case purchase
        /// Something that the app gives to the player.
        case reward
        /// Questions whose answers come back to the server.
        case form
    }

    /// What an app has to be able to do for a unit that sells: it takes purchases of units.
    public static let purchaseCapability = "purchase"
    /// For how long the addresses of an answered unit may name the install: what is reported later is nobody's.
    public static let addressLifetime = Duration.seconds(30 * 86_400)
    /// The most units of an app.
    public static let most = 1000
    /// The longest validity, in seconds: 30 days.
    public static let longestValidity = 2_592_000

    /// The app it belongs to.
    public let app: String
    /// Unique in the app, in the form of ``MarqueeWire/Scope``'s names.
    public let id: String
    /// For people, 1 to 200 bytes.
    public var name: String
    /// What it shows.
    public let kind: Kind
    /// What the template draws. A unit that is not paused has the members that its kind needs.
    public var document: UnitDocument
    /// The share among units of the same priority, 1 to 1000.
    public var weight: Int
    /// Whether people stopped it for now.
    public var isPaused: Bool
    /// Shown from this moment on; `nil` for no beginning.
    public var starts: Timestamp?
    /// No longer shown from this moment on; `nil` for no end.
    public var ends: Timestamp?
    /// The other rules.
    public var rules: UnitRules
    /// How long a preloaded unit may be shown, in seconds; `nil` for as long as the app runs.
    public var validSeconds: Int?
    /// Counts changes; 0 for a record that is not stored yet.
    public var version: Int

    /// A content unit.
    public init(
        app: String, id: String, name: String, kind: Kind, document: UnitDocument = UnitDocument(), weight: Int = 1,
        isPaused: Bool = false, starts: Timestamp? = nil, ends: Timestamp? = nil, rules: UnitRules = UnitRules(),
        validSeconds: Int? = nil, version: Int = 0
    ) {
        self.app = app
        self.id = id
        self.name = name
        self.kind = kind
        self.document = document
        self.weight = weight
        self.isPaused = isPaused
        self.starts = starts
        self.ends = ends
        self.rules = rules
        self.validSeconds = validSeconds
        self.version = version
    }

    /// What the unit lacks of what its kind needs, in a sentence; `nil` for a unit that can be started.
    public var obstacle: String? {
        do throws(StoreError) {
            try document.check(for: kind)
            return nil
        } catch {
            return error.message
        }
    }

    func check() throws(StoreError) {
        guard Scope.isValid(id) else { throw StoreError(.invalid, "\"\(id.prefix(80))\" cannot be a unit's id") }
        guard (1...200).contains(name.utf8.count), !name.unicodeScalars.contains(where: \.isInvisible) else {
            throw StoreError(.invalid, "a name has 1 to 200 bytes and no characters that cannot be seen")
        }
        guard (1...1000).contains(weight) else { throw StoreError(.invalid, "a weight is 1 to 1000, not \(weight)") }
        if let starts, let ends, ends <= starts {
            throw StoreError(.invalid, "a unit ends after it starts")
        }
        if let validSeconds, !(1...Self.longestValidity).contains(validSeconds) {
            throw StoreError(.invalid, "a unit is valid for 1 to \(Self.longestValidity) seconds")
        }
        try document.checkSize()
        try document.checkPictures(of: app)
        if !isPaused { try document.check(for: kind) }
        try rules.check()
    }
}
