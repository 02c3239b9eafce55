/// One showing of an ad with its requests sent: a ``Playback`` joined to a ``TrackingSender`` and to the file that plays.
///
/// ```swift
/// var showing = Showing(ad, media: policy, sender: sender, macros: macros)
/// if let address = showing.address { play(address) }
/// for action in showing.handle(.started(duration: nil)) { perform(action) }
/// ```
///
/// What the player reports goes in; every address that it counts is asked for, with the values of its moment, and
/// what is left is to be done by the app. An app that sends by itself uses a ``Playback`` alone.
public struct Showing: Sendable {
    /// The state machine, for what it knows: playhead, countdown, companions.
    public private(set) var playback: Playback
    /// Which file is played, and why no other; `nil` without a policy, or for an ad without a linear part.
    public let decision: MediaDecision?
    /// The address of the file to play, macros replaced; `nil` where no file can be played. Then say
    /// ``Playback/Event/failed(_:)`` with ``MediaDecision/error``.
    public let address: String?
    private let ad: PlannedAd
    private let sender: TrackingSender
    private let macros: @Sendable () -> MacroValues
    private var pending: Task<Void, Never>?

    /// Chooses a file and begins before the first frame.
    /// - Parameters:
    ///   - ad: what is shown.
    ///   - media: chooses the file; `nil` for an app that chooses by itself, and sets ``assetURI``.
    ///   - rules: what the standard leaves to the player.
    ///   - isMuted: whether the sound is off at first.
    ///   - sender: asks for addresses; its stopwatch tells the time of each event.
    ///   - macros: what is known when an address is requested, asked for again for each one. What the ad says of itself
    ///     is added to it.
    public init(
        _ ad: PlannedAd, media: (any MediaPolicy)? = nil, rules: Playback.Rules = Playback.Rules(),
        isMuted: Bool = false, sender: TrackingSender, macros: @escaping @Sendable () -> MacroValues
    ) {
        self.ad = ad
        self.sender = sender
        self.macros = macros
        playback = Playback(ad, rules: rules, isMuted: isMuted)
        decision = ad.linear.flatMap { media?.decide(for: $0.linear, addresses: ad.addresses) }
        address = decision?.file?.url.address(with: Self.values(of: ad, macros))
        playback.assetURI = address
    }

    /// The address of the file that plays, for `[ASSETURI]`; set it where another than ``address`` is played.
    public var assetURI: String? {
        get { playback.assetURI }
        set { playback.assetURI = newValue }
    }

    /// Takes note of what happened and begins to ask for what it counts.
    /// - Returns: what else is to be done, in the order given; no ``Playback/Action/request(_:)`` is among it.
    public mutating func handle(_ event: Playback.Event) -> [Playback.Action] {
        var (addresses, rest): ([String], [Playback.Action]) = ([], [])
        for action in playback.handle(event, at: sender.stopwatch.reading) {
            if case .request(let request) = action {
                addresses.append(request.address(with: Self.values(of: ad, macros)))
            } else {
                rest.append(action)
            }
        }
        send(addresses)
        return rest
    }

    /// Returns when each address was answered or given up that was to be asked for so far.
    public func finishSending() async { await pending?.value }

    private mutating func send(_ addresses: [String]) {
        guard !addresses.isEmpty else { return }
        let (before, task) = (pending, sender.begin(addresses))
        pending = Task {
            _ = await task.value
            await before?.value
        }
    }

    private static func values(of ad: PlannedAd, _ macros: () -> MacroValues) -> MacroValues {
        var values = macros()
        values.setAd(ad)
        return values
    }
}
