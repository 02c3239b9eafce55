public import UIKit

public typealias CLLocationAccuracy = Double
public typealias CLLocationDistance = Double
public typealias CLLocationDegrees = Double

public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000
public let kCLDistanceFilterNone: CLLocationDistance = -1

public enum CLAuthorizationStatus: Int32, Sendable {
    case notDetermined = 0
    case restricted
    case denied
    case authorizedAlways
    case authorizedWhenInUse
}

public struct CLLocationCoordinate2D: Sendable {
    public var latitude: CLLocationDegrees
    public var longitude: CLLocationDegrees
}

open class CLLocation: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {}
    open var coordinate: CLLocationCoordinate2D { declared() }
    open var horizontalAccuracy: CLLocationAccuracy { declared() }
    open var timestamp: Date { declared() }
}

open class CLLocationManager: NSObject {
    public override init() {}
    open weak var delegate: (any CLLocationManagerDelegate)?
    open var authorizationStatus: CLAuthorizationStatus { declared() }
    open var desiredAccuracy: CLLocationAccuracy = 0
    open var distanceFilter: CLLocationDistance = 0
    open var location: CLLocation? { declared() }
    open func startUpdatingLocation() {}
    open func stopUpdatingLocation() {}
    open func requestLocation() {}
}

// Apple's protocol has only optional requirements. Here each one that we implement is required, so that a misspelled
// method does not compile.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
}

open class CLPlacemark: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    open var name: String? { declared() }
    open var locality: String? { declared() }
    open var administrativeArea: String? { declared() }
    open var postalCode: String? { declared() }
    open var country: String? { declared() }
    open var isoCountryCode: String? { declared() }
}

open class CLGeocoder: NSObject {
    public override init() {}
    open func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] { declared() }
}
