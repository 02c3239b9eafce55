/// Turns an address or a document into ads to play. It follows wrappers, orders pods, replaces failed ads by
/// stand-alone ones, and adds up the trackers of every document of a chain.
///
/// ```swift
/// let stopwatch = Stopwatch()
/// let resolver = Resolver(loader: loader, stopwatch: stopwatch, macros: { fresh(values) })
/// let resolution = try await resolver.resolve(.tag(tag))
/// for ping in resolution.pings { request(ping.address(with: fresh(values))) }
/// for ad in resolution.plan.unexpired(at: stopwatch.reading).ads { play(ad) }
/// ```
///
/// The app writes `fresh`, which sets the macros of one request: ``MacroValues/stamped(at:zoneMinutes:using:)``.
///
/// A resolver requests only documents. The wrappers of a pod are followed in parallel; a stand-alone wrapper is
/// followed only when it is needed. Each ad that cannot be used becomes a ``ResolutionFailure``, and its code is
/// reported once to each Error address of the ad and of every wrapper above. If none of a document's ads can be used,
/// the document's own Error addresses also get 303.
public struct Resolver: Sendable {
    /// The requirements, limits and time-outs.
    public let options: ResolutionOptions
    let loader: any DocumentLoader
    let parser: DocumentParser
    let admission: AdmissionRules
    let follower: WrapperFollower
    let stopwatch: Stopwatch

    /// Creates a resolver. It may be used several times, also in parallel.
    /// - Parameters:
    ///   - loader: fetches documents.
    ///   - options: the requirements, limits and time-outs.
    ///   - parser: reads documents. Its byte limit also applies to the loader.
    ///   - media: refuses an ad if it would choose none of the ad's media files (403, 901); `nil` leaves this to
    ///     playback.
    ///   - stopwatch: measures time-outs. The expiry of an ad is one of its readings.
    ///   - macros: returns the values of macros; called for each request. By default all values are unknown, including
    ///     `[CACHEBUSTING]` and `[TIMESTAMP]`.
    public init(
        loader: any DocumentLoader, options: ResolutionOptions = ResolutionOptions(),
        parser: DocumentParser = DocumentParser(), media: (any MediaPolicy)? = nil, stopwatch: Stopwatch = Stopwatch(),
        macros: @escaping @Sendable () -> MacroValues = { MacroValues() }
    ) {
        self.loader = loader
        self.options = options
        self.parser = parser
        self.stopwatch = stopwatch
        admission = AdmissionRules(expectations: options.expectations, media: media, addresses: options.addresses)
        follower = WrapperFollower(options: options, macros: macros)
    }

    /// Resolves to the end. Failures on the way are part of the result.
    /// - Throws: `CancellationError` when the task is cancelled. Then nothing may be requested.
    public func resolve(_ source: ResolutionSource) async throws(CancellationError) -> Resolution {
        let outcome: Outcome
        do {
            outcome = try await ResolutionRun(of: self).outcome(of: source)
        } catch {
            throw CancellationError()
        }
        return Resolution(outcome.unexpired(at: stopwatch.reading), pingLimit: options.limits.pings)
    }
}
