/// The system's location. An adapter adopts it; `MarqueeUI` has one for CoreLocation.
///
/// A source never asks the user for permission. It uses a permission that the app has.
public protocol LocationSource: Sendable {
    /// Whether the user permits the app to read the location now. Called for every event, so it must not wait.
    var isAuthorised: Bool { get }

    /// Delivers fixes until ``stop()``, on any thread: the newest one that is known at once, then each new one.
    /// - Parameters:
    ///   - precision: how exact the fixes have to be.
    ///   - distance: the metres of movement below which the source may keep silent.
    ///   - deliver: gets the fixes.
    func start(_ precision: LocationPrecision, distance: Double, deliver: @escaping @Sendable (LocationFix) -> Void)

    /// Asks for one new fix, also without movement.
    func requestFix()

    /// Delivers no more fixes.
    func stop()

    /// What is known about the place of a fix; `nil` if the geocoder fails or knows nothing.
    func placemark(at fix: LocationFix) async -> Placemark?
}

/// How exact a location has to be. The raw values are the names of CoreLocation's constants.
public enum LocationPrecision: String, Sendable, CaseIterable {
    /// The best, with more sensors, for a device on power.
    case bestForNavigation = "kCLLocationAccuracyBestForNavigation"
    /// The best.
    case best = "kCLLocationAccuracyBest"
    /// Within ten metres.
    case nearestTenMetres = "kCLLocationAccuracyNearestTenMeters"
    /// Within a hundred metres.
    case hundredMetres = "kCLLocationAccuracyHundredMeters"
    /// Within a kilometre.
    case kilometre = "kCLLocationAccuracyKilometer"
    /// Within three kilometres.
    case threeKilometres = "kCLLocationAccuracyThreeKilometers"

    /// The precision with this name; upper and lower case are the same. `nil` for an unknown name.
    public init?(name: String) {
        let name = name.lowercased()
        guard let found = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else { return nil }
        self = found
    }
}
