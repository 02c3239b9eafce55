import MarqueeCore
import MarqueeWire

/// What is known about the device's location, and what is worth waiting for. A value without clock and sensors: times of
/// the uptime come with each event, and actions come out.
struct LocationState: Sendable {
    /// How long nothing is asked again after a failure.
    static let pause = Duration.seconds(60)
    /// In metres: a place is not used after a longer move.
    static let placeDistance = 1_000.0

    /// What the owner of the state does next.
    enum Action: Sendable, Hashable {
        case requestFix
        case findPlace(LocationFix)
        case publish(Placemark)
    }

    /// A value that an event may get.
    enum Answer<Value: Sendable & Hashable>: Sendable, Hashable {
        case known(Value)
        /// It may come soon.
        case pending
        /// It is not worth waiting for.
        case absent
    }

    private enum Search: Sendable {
        case idle
        case running(since: Duration)
        case failed(at: Duration)
    }

    private let settings: LocationSettings
    private var fix: (value: LocationFix, ends: Duration)?
    private var place: (value: Placemark, ends: Duration, fix: LocationFix)?
    private var fixSearch = Search.idle
    private var placeSearch = Search.idle

    init(_ settings: LocationSettings) { self.settings = settings }

    /// The source was started, so that a fix may come.
    mutating func started(_ uptime: Duration) { fixSearch = .running(since: uptime) }

    /// Forgets everything, because the location must not be used.
    mutating func forget() { self = LocationState(settings) }

    /// A fix came. One that is too old, or near a fix in use, is ignored.
    mutating func fixReceived(_ new: LocationFix, now: Timestamp, uptime: Duration) -> [Action] {
        let rest = settings.lifespan - max(.zero, now - new.time)
        guard rest > .zero else { return [] }
        if let fix, uptime < fix.ends, fix.value.distance(to: new) < settings.distanceFilter { return [] }
        fix = (new, uptime + rest)
        fixSearch = .idle
        if let place, place.fix.distance(to: new) >= Self.placeDistance { self.place = nil }
        guard knownPlace(uptime) == nil else { return [] }
        if case .running = placeSearch { return [] }
        placeSearch = .running(since: uptime)
        return [.findPlace(new)]
    }

    /// The geocoder answered for a fix; without a place it failed.
    mutating func placeReceived(_ placemark: Placemark?, for fix: LocationFix, uptime: Duration) -> [Action] {
        guard let placemark, !placemark.address.isEmpty || placemark.name?.isEmpty == false else {
            placeSearch = .failed(at: uptime)
            return []
        }
        placeSearch = .idle
        place = (placemark, uptime + settings.lifespan, fix)
        return [.publish(placemark)]
    }

    /// An event asks for coordinates.
    mutating func coordinates(_ uptime: Duration) -> (Answer<LocationFix>, [Action]) {
        if let fix, uptime < fix.ends { return (.known(fix.value), []) }
        let (isWorthWaiting, begins) = Self.wait(&fixSearch, settings.acquisitionTimeout, uptime)
        return (isWorthWaiting ? .pending : .absent, begins ? [.requestFix] : [])
    }

    /// An event asks for the place.
    mutating func place(_ uptime: Duration) -> (Answer<Placemark>, [Action]) {
        if let place = knownPlace(uptime) { return (.known(place), []) }
        let (answer, actions) = coordinates(uptime)
        guard case .known(let fix) = answer else { return (answer == .pending ? .pending : .absent, actions) }
        let (isWorthWaiting, begins) = Self.wait(&placeSearch, settings.placemarkTimeout, uptime)
        return (isWorthWaiting ? .pending : .absent, begins ? [.findPlace(fix)] : [])
    }

    private func knownPlace(_ uptime: Duration) -> Placemark? {
        place.flatMap { uptime < $0.ends ? $0.value : nil }
    }

    /// - Returns: whether the search may still succeed, and whether it begins now.
    private static func wait(_ search: inout Search, _ timeout: Duration, _ uptime: Duration) -> (Bool, Bool) {
        switch search {
        case .running(let since) where uptime - since < timeout: return (true, false)
        case .running(let since):
            search = .failed(at: since + timeout)
            return (false, false)
        case .failed(let time) where uptime - time < pause: return (false, false)
        case .idle, .failed:
            search = .running(since: uptime)
            return (timeout > .zero, true)
        }
    }
}
