/// Where the pages of content units are.
enum UnitPath {
    static let units = "/portal/placements/units"
    static let calendar = "/portal/placements/calendar"
    /// Pictures of the media library, each by its hub and its name.
    static let pictures = "/portal/placements/pictures"

    /// An id needs no escapes.
    static func unit(_ id: String) -> String { "\(units)/\(id)" }
}
