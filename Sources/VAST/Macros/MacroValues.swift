/// The values of macros for a request (VAST 4.3, section 6).
///
/// An unknown value is written as `-1`. A value that is known but withheld is written as `-2`.
///
/// ```swift
/// var values = MacroValues()
/// values[.errorCode] = .text("405")
/// URLTemplate("https://e.example/?c=[ERRORCODE]&i=[IFA]")?.expanded(with: values)  // …?c=405&i=-1
/// ```
///
/// `[CACHEBUSTING]` and `[TIMESTAMP]` belong to one request. ``stamped(at:zoneMinutes:using:)`` sets them for each
/// request.
public struct MacroValues: Sendable, Hashable {
    /// The value of a macro.
    public enum Value: Sendable, Hashable {
        /// One value, percent-encoded as a whole.
        case text(String)
        /// Several values, each percent-encoded and joined with bare commas. An empty list is unknown. For a macro with
        /// one value the commas are encoded too.
        case list([String])
        /// Known but withheld: `-2`.
        case withheld
    }

    private var values: [Macro: Value] = [:]
    private var further: [String: Value] = [:]

    /// Creates a set without values.
    public init() {}

    /// The value of a macro; `nil` for unknown, which is written as `-1`.
    public subscript(macro: Macro) -> Value? {
        get { values[macro] }
        set { values[macro] = newValue }
    }

    /// The value of a name outside the standard; `nil` leaves the name unchanged.
    ///
    /// Write the placeholder as addresses contain it: `[RANDOM]`, `%%CACHEBUSTER%%` or `${AUCTION_PRICE}`. Its name
    /// consists of letters, digits and `_ - . :`. Other forms are not found. A name of the standard in brackets always
    /// has the standard's meaning. Placeholders are replaced in addresses of every kind.
    public subscript(placeholder text: String) -> Value? {
        get { further[text] }
        set { further[text] = newValue }
    }

    /// Whether forms other than brackets must be searched for.
    var hasPlaceholders: Bool { !further.isEmpty }

    /// The encoded text that replaces the macro in an address. A value of the wrong type or number counts as unknown.
    public func encoded(_ macro: Macro) -> String {
        switch values[macro] {
        case nil: Self.unknown
        case .withheld: Self.withheld
        case .text(let text): Self.encoded([text], macro)
        case .list(let items): Self.encoded(items, macro)
        }
    }

    /// The encoded text of a placeholder; `nil` when it has no value.
    func encoded(placeholder text: String) -> String? {
        switch further[text] {
        case nil: nil
        case .withheld: Self.withheld
        case .text(let text): PercentEncoding.component(text)
        case .list(let items): items.isEmpty ? Self.unknown : Self.joined(items)
        }
    }

    private static let unknown = "-1"
    private static let withheld = "-2"

    private static func encoded(_ items: [String], _ macro: Macro) -> String {
        let hasType =
            switch macro.type {
            case .integer: items.allSatisfy { Int64($0) != nil }
            case .number: items.allSatisfy { Double($0)?.isFinite ?? false }
            case .text, .playhead, .timestamp: true
            }
        guard hasType, !items.isEmpty else { return unknown }
        switch macro.form {
        case .single: return PercentEncoding.component(items.joined(separator: ","))
        case .pair: return items.count == 2 ? joined(items) : unknown
        case .list: return joined(items)
        }
    }

    private static func joined(_ items: [String]) -> String {
        items.map(PercentEncoding.component).joined(separator: ",")
    }
}
