import Foundation
import MRAID
import Secrets
import Synchronization

/// One ad on a phone of the lab's page: the container runs here, the browser draws the phone.
final class AdStage: Sendable {
    let id: String
    /// Names the ad in the addresses of its pages; 128 random bits.
    let token: String
    /// The value that the ad's frames put into every message.
    let nonce = RandomToken.make(bytes: 16)

    private let setup: AdSetup
    /// The origin of the lab's page, the only one that the ad sends messages to.
    private let origin: String
    private let uptime: @Sendable () -> Duration

    private struct State {
        var container: Container
        var lastUse: Duration
    }

    private let state: Mutex<State>

    /// Prepares the ad; nothing happens before ``start()``.
    /// - Throws: `badCommand` when there is no creative, or one that is too large.
    init(id: String, setup: AdSetup, origin: String, uptime: @escaping @Sendable () -> Duration) throws(LabError) {
        (self.id, self.setup, self.origin, self.uptime) = (id, setup, origin, uptime)
        token = RandomToken.make(bytes: 16)
        let environment = AdEnvironment(sdk: "Marquee device lab", sdkVersion: "1.0", appID: "lab.example")
        let container = Container(
            Container.Configuration(
                version: setup.version, placement: setup.placement, layout: setup.layout.layout,
                features: setup.features, environment: environment,
                links: LinkPolicy(allowsPlainHTTP: setup.allowsPlainHTTP ?? false)))
        state = Mutex(State(container: container, lastUse: uptime()))
        _ = try page(.first)
        if setup.second != nil { _ = try page(.second) }
    }

    /// The path at which the content port serves a page of the ad.
    func path(_ page: Container.Page) -> String { "/ad/\(token)/\(page.rawValue)" }

    /// How long the ad has been unused.
    var idle: Duration { uptime() - state.withLock { $0.lastUse } }

    /// Starts the ad, on a phone at the location `place`.
    func start(at place: Place? = nil) -> AdAnswer {
        state.withLock { state in
            var actions = state.container.started(at: uptime())
            if let location = place?.location { actions += state.container.received(.located(location), at: uptime()) }
            return Self.answer(actions, state.container)
        }
    }

    /// Handles events in order.
    /// - Throws: `badCommand` for the first incomplete input; then none is handled.
    func take(_ inputs: [AdInput]) throws(LabError) -> AdAnswer {
        var events: [HostEvent?] = []
        for input in inputs { events.append(try input.event()) }
        return state.withLock { state in
            state.lastUse = uptime()
            var actions: [HostAction] = []
            for (input, event) in zip(inputs, events) {
                actions += Self.take(input, event, &state.container, at: uptime())
            }
            return Self.answer(actions, state.container)
        }
    }

    private static func take(
        _ input: AdInput, _ event: HostEvent?, _ container: inout Container, at now: Duration
    ) -> [HostAction] {
        let (text, page) = (input.text ?? "", input.page ?? .first)
        if let event { return container.received(event, at: now) }
        guard input.name == .navigation else { return container.received(text, from: page, at: now) }
        let request = NavigationPolicy.Request(url: text, target: input.isWindow == true ? .window : .page)
        return container.received(request, from: page, at: now).actions
    }

    /// The ad's page and its content security policy.
    /// - Parameter isOnOwnOrigin: whether the page is served from the page's own origin.
    /// - Throws: `badCommand` for a creative that is not an ad, `unknownAd` when the ad has no second page.
    func page(_ page: Container.Page, isOnOwnOrigin: Bool = false) throws(LabError) -> (html: String, policy: String) {
        guard let creative = page == .first ? setup.creative : setup.second else {
            throw LabError(.unknownAd, "this ad has no second page")
        }
        do throws(MRAIDError) {
            let container = state.withLock { $0.container }
            let sandbox = Sandbox(for: container.configuration)
            let bootstrap = try Bootstrap(container, page: page, transport: .parent(origin: origin, nonce: nonce))
            let html = try sandbox.page(for: creative, bootstrap: bootstrap)
            let tokens = (sandbox.frameTokens + (isOnOwnOrigin ? ["allow-same-origin"] : [])).joined(separator: " ")
            return (html, "\(sandbox.contentSecurityPolicy); sandbox \(tokens); frame-ancestors \(origin)")
        } catch {
            throw LabError(.badCommand, error.message)
        }
    }

    private static func answer(_ actions: [HostAction], _ container: Container) -> AdAnswer {
        AdAnswer(actions: actions.map(AdAction.init), state: container.state, isFinished: container.isFinished)
    }
}
