import Foundation
public import MarqueeCore
import MarqueeWire

/// Universal events, campaigns and sessions.
///
/// ```swift
/// marquee.engage.track(.goalCompleted("Checked in", ["Tags": ["demo", "unit test"]]))
/// let receipt = await marquee.engage.flush()
/// ```
///
/// Events go to Marquee's own service, or to the host that the configuration names with `engage.host`. All members are safe
/// to call from any thread.
public final class Engage: Capability {
    let core: Core
    let settings: EngageSettings
    let state: EngageState
    let campaigns: Campaigns
    let parts: IdentityParts
    let attributes: CoreAttributes
    /// Sends the events; its items are the events on disk.
    let sender: LaneSender
    let augmenter: Augmenter
    let recorder: EventRecorder
    let reporter: SessionReporter
    let posted: Broadcast<EngageNotice>
    let identitySource: any EngageIdentitySource
    /// Follows the location.
    let keeper = Locked(Following())
    let router: LinkRouter

    /// The source of locations that the app passed last.
    struct Following: Sendable {
        var keeper: LocationKeeper?
        /// Whether the SDK is closed, so that no source starts any more.
        var isClosed = false
    }

    /// Opens the file and the lane. Does not use the network, and reports nothing.
    /// - Throws: ``MarqueeCore/MarqueeError`` with `storage` if the environment's folder cannot be used.
    public convenience init(core: Core) throws(MarqueeError) {
        try self.init(core: core, state: EngageState(core.environment))
    }

    /// - Parameters:
    ///   - identity: the ids that events carry; `nil` for those of ``identity``.
    ///   - tokens: signs the requests that carry events; `nil` for those that XMLAPI uses too.
    init(
        core: Core, state: EngageState, identity: (any EngageIdentitySource)? = nil,
        tokens: (any AccessTokenSource)? = nil
    ) throws(MarqueeError) {
        let (environment, log) = (core.environment, core.log)
        let settings = EngageSettings(core.configuration)
        let parts = try IdentityParts(
            core: core, state: state, host: settings.host, missing: settings.missingKeys)
        let (identity, tokens) = (identity ?? parts.identity, tokens ?? parts.tokens)
        let posted = Broadcast<EngageNotice>(backlog: 1_000)
        let post: @Sendable (EngageNotice) -> Void = { notice in
            posted.send(notice)
            core.notices.send(notice)
        }
        self.core = core
        self.settings = settings
        self.state = state
        self.parts = parts
        identitySource = identity
        self.posted = posted
        campaigns = try Campaigns(
            state, rules: settings.campaigns, environment: environment, log: log,
            changed: { post(.campaignChanged($0)) })
        attributes = CoreAttributes(environment.app, identity: identity)
        let places = LocationAttributes(settings.fields)
        let locations = LocationGate(core.consent, places)
        sender = try core.addLane(EngageLane(Self.destination(core, settings, tokens), settings, locations))
        augmenter = Augmenter(
            sender.items, settings, state, locations: locations, environment: environment, log: log
        ) { id, ending in
            post(ending == .augmented ? .augmented(id) : .augmentationExpired(id))
        }
        let recorder = EventRecorder(
            items: sender.items, attributes: attributes, campaigns: campaigns, fields: settings.fields,
            augmenter: augmenter, locations: locations, environment: environment)
        self.recorder = recorder
        reporter = try SessionReporter(
            core.addSessions("engage", timeout: settings.sessionTimeout), state, identity: identity,
            environment: environment, log: log,
            record: { event, id throws(EngageError) in try await recorder.record(event, id) })
        router = LinkRouter(folder: Bundle.main.resourceURL, log: log)
        // The consent keeps these closures: they hold nothing that holds the consent.
        try core.consent.onRefusal(of: .location) { [weak keeper, items = sender.items] () throws(MarqueeError) in
            keeper?.withLock { $0.keeper }?.stop()
            try places.clean(items)
        }
        core.consent.onGrant(of: .location) { [weak keeper] in keeper?.withLock { $0.keeper }?.start() }
    }

    private static func destination(
        _ core: Core, _ settings: EngageSettings, _ tokens: (any AccessTokenSource)?
    ) -> any EventDestination {
        guard settings.namesHost else {
            return ServiceDestination(endpoint: core.configuration.eventEndpoint, install: core.installID)
        }
        guard let host = settings.host, let tokens else {
            return ServiceDestination(endpoint: nil, install: core.installID)
        }
        return HostDestination(host: host.url, install: core.installID, tokens: tokens)
    }
}
