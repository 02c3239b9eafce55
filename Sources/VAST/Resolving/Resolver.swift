/// Turns an address or a document into what can be played: follows wrappers, puts pods in order, lets stand-alone ads
/// stand in for those that fail, and adds up what every document of a chain wants to be told.
///
/// ```swift
/// let stopwatch = Stopwatch()
/// let resolver = Resolver(loader: loader, stopwatch: stopwatch, macros: { fresh(values) })
/// let resolution = try await resolver.resolve(.tag(tag))
/// for ping in resolution.pings { request(ping.address(with: fresh(values))) }
/// for ad in resolution.plan.unexpired(at: stopwatch.reading).ads { play(ad) }
/// ```
///
/// `fresh` is the app's, and sets what belongs to one request: ``MacroValues/stamped(at:zoneMinutes:using:)``.
///
/// A resolver requests documents and nothing else. The wrappers of a pod are followed side by side; a stand-alone
/// wrapper is followed only when it is needed. Each ad that cannot be used is one ``ResolutionFailure``, whose code
/// goes once to each Error address of the ad and of every wrapper above it; a document none of whose ads can be used
/// tells its own Error addresses 303 as well.
public struct Resolver: Sendable {
    /// How far a resolution goes, and how long.
    public let options: ResolutionOptions
    let loader: any DocumentLoader
    let parser: DocumentParser
    let admission: Admission
    let pathfinder: Pathfinder
    let stopwatch: Stopwatch

    /// Makes a resolver, which may be used any number of times, also at once.
    /// - Parameters:
    ///   - loader: fetches documents.
    ///   - options: how far a resolution goes, and how long.
    ///   - parser: reads documents; its limit of bytes is also the loader's.
    ///   - media: refuses an ad none of whose media files it would choose (403, 901); `nil` leaves that to playback.
    ///   - stopwatch: measures time-outs; an ad's expiry is one of its readings.
    ///   - macros: what is known when an address is requested, asked for again for each one. Unless given, all is unknown,
    ///     `[CACHEBUSTING]` and `[TIMESTAMP]` included.
    public init(
        loader: any DocumentLoader, options: ResolutionOptions = ResolutionOptions(),
        parser: DocumentParser = DocumentParser(), media: (any MediaPolicy)? = nil, stopwatch: Stopwatch = Stopwatch(),
        macros: @escaping @Sendable () -> MacroValues = { MacroValues() }
    ) {
        self.loader = loader
        self.options = options
        self.parser = parser
        self.stopwatch = stopwatch
        admission = Admission(expectations: options.expectations, media: media, addresses: options.addresses)
        pathfinder = Pathfinder(options: options, macros: macros)
    }

    /// Follows everything to its end. What goes wrong on the way is part of the answer.
    /// - Throws: `CancellationError` when the task is cancelled; then nothing is to be requested.
    public func resolve(_ source: ResolutionSource) async throws(CancellationError) -> Resolution {
        let outcome: Outcome
        do {
            outcome = try await Walk(of: self).outcome(of: source)
        } catch {
            throw CancellationError()
        }
        return Resolution(outcome.unexpired(at: stopwatch.reading), pingLimit: options.limits.pings)
    }
}
