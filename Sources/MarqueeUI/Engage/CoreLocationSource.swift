#if canImport(CoreLocation) && canImport(UIKit)
    import CoreLocation
    import Foundation
    public import MarqueeCore
    import MarqueeWire

    /// The device's location by CoreLocation, and places by Apple's geocoder.
    ///
    /// Uses a permission that the app has, and never asks for one. The app calls `requestWhenInUseAuthorization` itself,
    /// and has `NSLocationWhenInUseUsageDescription` in its `Info.plist`.
    public final class CoreLocationSource: LocationSource {
        private let watch: LocationWatch

        /// Watches the permission; call it once.
        @MainActor public init() { watch = LocationWatch() }

        /// Whether the app may read the location, while in use or always.
        public var isAuthorised: Bool { watch.isAuthorised }

        /// Follows the location as soon as the app has the permission.
        public func start(
            _ precision: LocationPrecision, distance: Double, deliver: @escaping @Sendable (LocationFix) -> Void
        ) {
            watch.want(.init(precision: precision, distance: distance, deliver: deliver))
        }

        /// Asks CoreLocation for one location, if the app has the permission.
        public func requestFix() { Task { @MainActor [watch] in watch.requestFix() } }

        /// Stops following; no location is delivered after this returns.
        public func stop() { watch.want(nil) }

        /// Asks Apple's geocoder, which answers about one question a minute.
        public func placemark(at fix: LocationFix) async -> Placemark? {
            let location = CLLocation(latitude: fix.latitude, longitude: fix.longitude)
            guard let found = try? await CLGeocoder().reverseGeocodeLocation(location).first else { return nil }
            var placemark = Placemark()
            placemark.name = found.name
            placemark.city = found.locality
            placemark.state = found.administrativeArea
            placemark.postalCode = found.postalCode
            placemark.country = found.country
            placemark.countryCode = found.isoCountryCode
            return placemark
        }
    }

    /// CoreLocation's manager, which calls its delegate on the main thread, where it was made.
    @MainActor
    private final class LocationWatch: NSObject, CLLocationManagerDelegate {
        /// How the location is followed.
        struct Wish: Sendable {
            let precision: LocationPrecision
            let distance: Double
            let deliver: @Sendable (LocationFix) -> Void
        }

        private let manager = CLLocationManager()
        private var isStarted = false
        private let permission = Locked(false)
        /// What was asked for last. The main thread may get to several calls in another order, so each of its tasks does
        /// what this says.
        private let wish = Locked<Wish?>(nil)

        override init() {
            super.init()
            // CoreLocation reports the permission to a new delegate at once.
            manager.delegate = self
        }

        nonisolated var isAuthorised: Bool { permission.withLock { $0 } }

        nonisolated func want(_ next: Wish?) {
            wish.withLock { $0 = next }
            Task { @MainActor in fulfil() }
        }

        private func fulfil() {
            guard let wish = wish.withLock({ $0 }) else {
                isStarted = false
                manager.stopUpdatingLocation()
                return
            }
            manager.desiredAccuracy = wish.precision.accuracy
            manager.distanceFilter = wish.distance > 0 ? wish.distance : kCLDistanceFilterNone
            isStarted = true
            follow()
        }

        func requestFix() {
            if isStarted, isAuthorised { manager.requestLocation() }
        }

        private func follow() {
            guard isStarted, isAuthorised else { return }
            if let location = manager.location { deliver([location]) }
            manager.startUpdatingLocation()
        }

        nonisolated private func deliver(_ locations: [CLLocation]) {
            guard let deliver = wish.withLock({ $0?.deliver }) else { return }
            for location in locations where location.horizontalAccuracy >= 0 {
                let coordinate = location.coordinate
                let fix = LocationFix(
                    latitude: coordinate.latitude, longitude: coordinate.longitude, time: Timestamp(location.timestamp))
                if let fix { deliver(fix) }
            }
        }

        nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
            let isPermitted = [.authorizedAlways, .authorizedWhenInUse].contains(manager.authorizationStatus)
            permission.withLock { $0 = isPermitted }
            MainActor.assumeIsolated { follow() }
        }

        nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
            deliver(locations)
        }

        /// Events wait only until their timeout, so that a failure needs no answer. `requestLocation` needs the method.
        nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
    }

    extension LocationPrecision {
        fileprivate var accuracy: CLLocationAccuracy {
            switch self {
            case .bestForNavigation: kCLLocationAccuracyBestForNavigation
            case .best: kCLLocationAccuracyBest
            case .nearestTenMetres: kCLLocationAccuracyNearestTenMeters
            case .hundredMetres: kCLLocationAccuracyHundredMeters
            case .kilometre: kCLLocationAccuracyKilometer
            case .threeKilometres: kCLLocationAccuracyThreeKilometers
            }
        }
    }
#endif
