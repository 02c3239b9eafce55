/// Where the pages of content units are.
enum UnitPath {
    static let units = "/portal/placements/units"
    static let calendar = "/portal/placements/calendar"

    /// An id needs no escapes.
    static func unit(_ id: String) -> String { "\(units)/\(id)" }
}
