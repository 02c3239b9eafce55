import Dispatch
import Foundation
import VAST

/// The way of one document through a resolver and a playback, with every part shown, tapped and failed.
///
/// The process ends where an address of another scheme than `http` and `https` would leave.
struct PlayedJourney {
    private let document: Document

    init(_ document: Document) {
        self.document = document
    }

    func run() {
        let resolution = resolved()
        for ping in resolution.pings { check(ping.address(with: MacroValues())) }
        for ad in resolution.plan.ads + resolution.plan.substitutes {
            for rules in Self.rules { play(ad, rules) }
            choose(ad)
        }
    }

    private static let rules = [
        Playback.Rules(),
        Playback.Rules(showsEndCardAfterSkip: true, opensPages: false, companionsBeside: .whereAllowed),
    ]

    /// Fetches nothing: wrappers fail.
    private struct NoLoader: DocumentLoader {
        func load(_ address: String, within timeout: Duration, limit: Int) async throws(LoadFailure) -> LoadedDocument {
            throw .unreachable
        }
    }

    private func resolved() -> Resolution {
        let (document, result, done) = (document, Box(), DispatchSemaphore(value: 0))
        Task.detached {
            let resolver = Resolver(loader: NoLoader())
            result.value = try? await resolver.resolve(
                .document(document, address: "https://a.example/folder/document"))
            done.signal()
        }
        done.wait()
        return result.value ?? Resolution()
    }

    /// SAFETY: written before the semaphore is signalled, read behind the wait.
    private final class Box: @unchecked Sendable {
        var value: Resolution?
    }

    private func play(_ ad: PlannedAd, _ rules: Playback.Rules) {
        var playback = Playback(ad, rules: rules)
        let indices = 0..<4
        let parts = indices.flatMap { index -> [Playback.Event] in
            [
                .iconShown(index), .iconClicked(index), .iconFailed(index), .companionShown(index),
                .companionClicked(index), .overlayShown(index), .overlayClicked(index),
                .verificationFailed(index, .rejected),
            ]
        }
        let failures = indices.flatMap { index -> [Playback.Event] in
            [.companionFailed(index, .companion), .overlayFailed(index, .nonLinear)]
        }
        let times = [0.0, 1, 2.5, 9.9, 15, 1e9].map { Playback.Event.timeChanged(.seconds($0)) }
        let before: [Playback.Event] = [.loaded, .presented, .messageAccepted, .started(duration: nil)]
        let after: [Playback.Event] = [.paused, .resumed, .clicked, .returned, .ended, .messageClosed]
        for (second, event) in (before + parts + times + after + parts + failures + [.closed]).enumerated() {
            for action in playback.handle(event, at: .seconds(second)) {
                switch action {
                case .request(let request): check(request.address(with: MacroValues()))
                case .open(let url): check(url.address(with: MacroValues()))
                default: break
                }
            }
            _ = (playback.countdown, playback.skipCountdown, playback.remaining)
        }
    }

    private func choose(_ ad: PlannedAd) {
        guard let linear = ad.linear?.linear else { return }
        let policy = PlayableMedia().then(DownloadTimeMedia(previous: nil)).then(FittingMedia(width: 1280, height: 720))
            .then(ThroughputMedia(kilobitsPerSecond: 4_000))
        if let file = policy.decide(for: linear).file { check(file.url.address(with: MacroValues())) }
    }

    private func check(_ address: String) {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        if scheme != "http", scheme != "https" { Journey.stop("This would leave: \(address)") }
    }
}
