/// What is known when an address is requested, by macro (VAST 4.3, section 6).
///
/// ```swift
/// var values = MacroValues()
/// values[.errorCode] = .text("405")
/// URLTemplate("https://e.example/?c=[ERRORCODE]&i=[IFA]")?.expanded(with: values)  // …?c=405&i=-1
/// ```
public struct MacroValues: Sendable, Hashable {
    /// What a macro becomes.
    public enum Value: Sendable, Hashable {
        /// One value, percent-encoded as a whole.
        case text(String)
        /// Several, each percent-encoded by itself and joined with bare commas; an empty list is unknown.
        case list([String])
        /// Known, and not to be told: `-2`.
        case withheld
    }

    private var values: [Macro: Value] = [:]

    /// Makes a set in which everything is unknown.
    public init() {}

    /// What a macro becomes; `nil` is unknown, which is written `-1`.
    public subscript(macro: Macro) -> Value? {
        get { values[macro] }
        set { values[macro] = newValue }
    }

    /// The text that takes the macro's place in an address, encoded.
    public func encoded(_ macro: Macro) -> String {
        switch values[macro] {
        case nil: "-1"
        case .withheld: "-2"
        case .text(let text): PercentEncoding.component(text)
        case .list(let items):
            items.isEmpty ? "-1" : items.map(PercentEncoding.component).joined(separator: ",")
        }
    }
}
