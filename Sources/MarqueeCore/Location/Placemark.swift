/// What a geocoder says about a location. A part that is not known is `nil`.
public struct Placemark: Sendable, Hashable {
    /// The name of the place, for example of a building.
    public var name: String?
    /// The city.
    public var city: String?
    /// The state or province.
    public var state: String?
    /// The postal code.
    public var postalCode: String?
    /// The country's name.
    public var country: String?
    /// The country's code of two letters.
    public var countryCode: String?

    /// All parts are unknown and can be set.
    public init() {}

    /// `City, State ZIP, Country (CC)`, without the parts that are not known; empty if none is.
    public var address: String {
        func join(_ parts: [String?], _ separator: String) -> String? {
            let known = parts.compactMap { $0 }.filter { !$0.isEmpty }
            return known.isEmpty ? nil : known.joined(separator: separator)
        }
        let code = countryCode.flatMap { $0.isEmpty ? nil : "(\($0))" }
        return join([city, join([state, postalCode], " "), join([country, code], " ")], ", ") ?? ""
    }
}
