import Foundation
import MRAID
import Synchronization

/// One ad on a phone of the lab's page: the container is here, the phone is drawn by the browser.
final class AdStage: Sendable {
    let id: String
    /// Names the ad in the addresses of its pages; 128 random bits.
    let token: String
    /// What the ad's frames put into every message.
    let nonce = Device.newToken()

    private let setup: AdSetup
    /// The origin of the lab's page, the only one that the ad talks to.
    private let origin: String
    private let uptime: @Sendable () -> Duration

    private struct State {
        var container: Container
        var taps: [Page: Duration] = [:]
        var lastUse: Duration
    }

    private let state: Mutex<State>

    /// Prepares the ad; nothing happens before ``start()``.
    /// - Throws: `badCommand` when there is no creative, or one that is too large.
    init(id: String, setup: AdSetup, origin: String, uptime: @escaping @Sendable () -> Duration) throws(LabError) {
        (self.id, self.setup, self.origin, self.uptime) = (id, setup, origin, uptime)
        token = Device.newToken()
        let environment = AdEnvironment(sdk: "Marquee device lab", sdkVersion: "1.0", appID: "lab.example")
        let container = Container(
            Container.Configuration(
                version: setup.version, placement: setup.placement, layout: setup.layout.layout,
                features: setup.features, environment: environment, links: Self.links(setup)))
        state = Mutex(State(container: container, lastUse: uptime()))
        _ = try page(.first)
        if setup.second != nil { _ = try page(.second) }
    }

    /// For how long nobody has used the ad.
    var idle: Duration { uptime() - state.withLock { $0.lastUse } }

    /// Lets the ad begin, on a phone that is at `place`.
    func start(at place: Place? = nil) -> AdAnswer {
        state.withLock { state in
            var actions = state.container.started(at: uptime())
            if let location = place?.location { actions += state.container.received(.located(location), at: uptime()) }
            return Self.answer(actions, state.container)
        }
    }

    /// Takes what happened, in order.
    /// - Throws: `badCommand` for the first input that lacks something; those before it have been taken.
    func take(_ inputs: [AdInput]) throws(LabError) -> AdAnswer {
        var actions: [HostAction] = []
        for input in inputs { actions += try take(input) }
        return state.withLock { Self.answer(actions, $0.container) }
    }

    private func take(_ input: AdInput) throws(LabError) -> [HostAction] {
        let event = try input.event()
        let text = input.text ?? ""
        let page = input.page ?? .first
        return state.withLock { state in
            let now = uptime()
            state.lastUse = now
            switch input.name {
            case .message: return state.container.received(text, from: page, at: now)
            case .navigation: return decide(text, page, sinceTap: state.taps[page].map { now - $0 })
            case .tapped: state.taps[page] = now
            default: break
            }
            return event.map { state.container.received($0, at: now) } ?? []
        }
    }

    /// What a web view would be told about a link or a script that leads elsewhere.
    private func decide(_ url: String, _ page: Page, sinceTap: Duration?) -> [HostAction] {
        let policy = NavigationPolicy(links: Self.links(setup), features: setup.features)
        switch policy.decide(NavigationPolicy.Request(url: url, sinceTap: sinceTap)) {
        case .allow: return []
        case .open(let link, let destination): return [.reportClick, .open(link, in: destination)]
        case .refuse(let refusal): return [.note(Problem(refusal.message, action: "navigation"))]
        }
    }

    /// The ad's page and the policy it is served with.
    /// - Throws: `badCommand` for a creative that is no ad, `unknownAd` where there is no second page.
    func page(_ page: Page) throws(LabError) -> (html: String, policy: String) {
        guard let creative = page == .first ? setup.creative : setup.second else {
            throw LabError(.unknownAd, "this ad has no second page")
        }
        var sandbox = Sandbox()
        sandbox.allowsPlainHTTP = setup.allowsPlainHTTP ?? false
        do throws(MRAIDError) {
            let container = state.withLock { $0.container }
            let bootstrap = try Bootstrap(container, page: page, transport: .parent(origin: origin, nonce: nonce))
            let html = try sandbox.page(for: creative, bootstrap: bootstrap)
            let tokens = sandbox.frameTokens.joined(separator: " ")
            return (html, "\(sandbox.contentSecurityPolicy); sandbox \(tokens); frame-ancestors \(origin)")
        } catch {
            throw LabError(.badCommand, error.message)
        }
    }

    private static func links(_ setup: AdSetup) -> LinkPolicy {
        LinkPolicy(allowsPlainHTTP: setup.allowsPlainHTTP ?? false)
    }

    private static func answer(_ actions: [HostAction], _ container: Container) -> AdAnswer {
        AdAnswer(actions: actions.map(AdAction.init), state: container.state, isFinished: container.isFinished)
    }
}
