/// What is known when an address is requested, by macro (VAST 4.3, section 6).
///
/// What is unknown is written `-1`, what is known and must not be told `-2`.
///
/// ```swift
/// var values = MacroValues()
/// values[.errorCode] = .text("405")
/// URLTemplate("https://e.example/?c=[ERRORCODE]&i=[IFA]")?.expanded(with: values)  // …?c=405&i=-1
/// ```
///
/// `[CACHEBUSTING]` and `[TIMESTAMP]` belong to one request: ``stamped(at:zoneMinutes:using:)`` sets them anew, once for
/// each.
public struct MacroValues: Sendable, Hashable {
    /// What a macro becomes.
    public enum Value: Sendable, Hashable {
        /// One value, percent-encoded as a whole.
        case text(String)
        /// Several, each percent-encoded by itself and joined with bare commas; an empty list is unknown. For a macro
        /// of one value the commas are encoded as well.
        case list([String])
        /// Known, and not to be told: `-2`.
        case withheld
    }

    private var values: [Macro: Value] = [:]
    private var further: [String: Value] = [:]

    /// Makes a set in which everything is unknown.
    public init() {}

    /// What a macro becomes; `nil` is unknown, which is written `-1`.
    public subscript(macro: Macro) -> Value? {
        get { values[macro] }
        set { values[macro] = newValue }
    }

    /// What takes the place of a name that the standard does not know; `nil` leaves it as it is.
    ///
    /// The placeholder is written as it stands in addresses: `[RANDOM]`, `%%CACHEBUSTER%%` or `${AUCTION_PRICE}`, its
    /// name of letters, digits and `_ - . :`. Other forms are never found, and the standard's own names in brackets
    /// are always the standard's. It is replaced in addresses of every kind.
    public subscript(placeholder text: String) -> Value? {
        get { further[text] }
        set { further[text] = newValue }
    }

    /// Whether forms other than brackets have to be looked for.
    var hasPlaceholders: Bool { !further.isEmpty }

    /// The text that takes the macro's place in an address, encoded; a value that is not of the macro's type or of its
    /// number is unknown.
    public func encoded(_ macro: Macro) -> String {
        switch values[macro] {
        case nil: Self.unknown
        case .withheld: Self.withheld
        case .text(let text): Self.encoded([text], macro)
        case .list(let items): Self.encoded(items, macro)
        }
    }

    /// The text of a placeholder, if there is one.
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
