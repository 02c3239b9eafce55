import MarqueeCore

/// Whether and how events get the device's location.
struct LocationSettings: Sendable, Hashable {
    var isEnabled = true
    /// In metres: a smaller move is ignored.
    var distanceFilter = 10.0
    var precision = LocationPrecision.best
    /// How long coordinates and a place are used.
    var lifespan = Duration.seconds(3_600)
    /// How long an event waits for the place of its coordinates.
    var placemarkTimeout = Duration.seconds(15)
    /// How long an event waits for coordinates.
    var acquisitionTimeout = Duration.seconds(15)
    /// The list's column for the last known location.
    var locationColumn = "Last Location Address"
    /// The list's column for the day of the last known location.
    var dateColumn = "Last Location Address Time"
    /// The form of that day, as Unicode's technical standard 35 defines it.
    var dateFormat = "yyyy'-'MM'-'dd"

    /// The precision with this name of CoreLocation's; an unknown name is logged and means ten metres.
    static func precision(named name: String, log: Log) -> LocationPrecision {
        if let precision = LocationPrecision(name: name) { return precision }
        log(
            .warning, .debug,
            "\"\(name)\" is no precision of locations; kCLLocationAccuracyNearestTenMeters is used")
        return .nearestTenMetres
    }
}
