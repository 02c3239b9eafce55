/// One showing of an ad that sends its own requests: a ``Playback`` with a ``TrackingSender`` and the chosen media
/// file.
///
/// ```swift
/// var showing = Showing(ad, media: policy, sender: sender, macros: macros)
/// if let address = showing.address { play(address) }
/// for action in showing.handle(.started(duration: nil)) { perform(action) }
/// ```
///
/// The app passes in the player's events. The showing requests every address that an event counts, with the values of
/// that moment, and returns the other actions. An app that sends requests by itself uses a ``Playback`` alone.
public struct Showing: Sendable {
    /// The state machine, for its values: playhead, countdown, companions.
    public private(set) var playback: Playback
    /// The chosen file and the reasons against the others; `nil` without a policy or without a linear part.
    public let decision: MediaDecision?
    /// The address of the file to play, with macros replaced; `nil` when no file can be played. Then send
    /// ``Playback/Event/failed(_:)`` with ``MediaDecision/error``.
    public let address: String?
    private let ad: PlannedAd
    private let sender: TrackingSender
    private let macros: @Sendable () -> MacroValues
    private var pending: Task<Void, Never>?

    /// Chooses a file and creates a playback before the first frame.
    /// - Parameters:
    ///   - ad: the ad to show.
    ///   - media: chooses the file; `nil` for an app that chooses by itself and sets ``assetURI``.
    ///   - rules: the decisions that the standard leaves to the player.
    ///   - isMuted: whether the sound is off at the start.
    ///   - sender: requests addresses. Its stopwatch gives the time of each event.
    ///   - macros: returns the values of macros; called for each request. The values that the ad states are added.
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

    /// The address of the file that is playing, for `[ASSETURI]`. Set it if the app plays another file than
    /// ``address``.
    public var assetURI: String? {
        get { playback.assetURI }
        set { playback.assetURI = newValue }
    }

    /// Handles an event and starts the requests that it causes.
    /// - Returns: the other actions in order; never ``Playback/Action/request(_:)``.
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

    /// Waits until every address requested so far has been answered or given up.
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
