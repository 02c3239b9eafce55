import Foundation
public import MarqueeCore
public import MarqueeWire

/// Placements: opens, content units, rewards, purchases and badges.
///
/// ```swift
/// marquee.placements.setRewardHandler { reward in purse.add(reward.quantity, of: reward.name) }
/// try await marquee.placements.open()
/// let outcome = await marquee.placements.request("level_end").present(on: surface)
/// ```
///
/// All members are safe to call from any thread.
public final class Placements: Capability {
    /// The longest name of a placement in bytes.
    public static let maximumName = 128
    /// The most templates that are stored after an open.
    static let maximumTemplates = 50

    private struct Live {
        /// The newest of each placement.
        var requests: [String: PlacementRequest] = [:]
        /// Those that have ended, and are still on screen while a newer one is under way.
        var leaving: [PlacementRequest] = []
        var badges: [String: Badge] = [:]
        var customID: String?
        var plugin: String?
        var player = PlayerDetails()
        var connection: PlacementConnection?
        var screen: AppInfo.Screen?
        var hardwareAddress: @Sendable () -> HardwareAddress? = { nil }
        /// When the last open was sent, by the uptime; `nil` after the app left the screen, until it is opened again.
        var opened: Duration?
        /// How often the app has left the screen, and how often it had when the last open began.
        var (departures, openedAfter) = (0, 0)
        var precaching: Task<Void, Never>?

        var all: [PlacementRequest] { Array(requests.values) + leaving }
    }

    /// How long a unit's report is tried.
    private static let reportLifetime = Duration.seconds(7 * 86_400)

    private let core: Core
    let state: PlacementState
    private let sessions: Sessions
    /// The id of this install, by which the server knows it: made at the first start, new after a reinstallation. A device whose
    /// id is marked in the portal is a test device.
    public let gid: String
    private let live: Locked<Live>
    private let client: PlacementClient
    private let parts: PlacementParts
    /// Templates and images on disk.
    var files: UnitFiles { parts.files }
    var rewards: RewardDelivery { parts.rewards }
    private let store: Locked<(any PlacementStore)?>
    private let reports: LaneSender
    private let opening = SharedWork<Result<Void, PlacementError>>()

    /// Opens the file. Does not use the network.
    /// - Parameter core: the SDK's core, which Marquee makes.
    /// - Throws: ``MarqueeCore/MarqueeError`` with `storage` if the environment's folder cannot be used.
    public init(core: Core) throws(MarqueeError) {
        let environment = core.environment
        let state = try PlacementState(environment)
        self.core = core
        self.state = state
        sessions = try core.addSessions("placements", timeout: .zero)
        if let stored = try state.value(.gid) {
            gid = stored
        } else {
            gid = PlacementSecret.randomID(using: environment.random)
            // There are earlier sessions only if this file replaces a damaged one: opens have reported them.
            if let newest = try sessions.ended().last { try state.store(String(newest.number), as: .reportedSession) }
            try state.store(gid, as: .gid)
        }
        if sessions.isNumberedAgain { try state.store(nil, as: .reportedSession) }
        let live = Locked(Live())
        self.live = live
        let settings = Result { () throws(PlacementError) in try PlacementSettings(core.configuration) }
        // Not the core itself, which holds the lane that holds this closure.
        client = PlacementClient(
            settings: settings, environment: environment,
            isAllowed: { [consent = core.consent] in consent.isGranted(.behaviour) }
        ) { [gid, advertiser = core.advertiser, consent = core.consent, configuration = core.configuration] in
            // Not by the app's own rule, which would be used although the user limits tracking (PLC-014).
            let advertiserID = advertiser.systemID()
            // Read last: the user may opt out while the system is asked for the id.
            let identity = Self.identity(gid, state, configuration, live)
            let isAllowed = consent.isGranted(.identifiers)
            let (connection, screen, hardwareAddress) = live.withLock {
                ($0.connection, $0.screen, $0.hardwareAddress)
            }
            var parameters = RequestParameters(
                app: environment.app, identity: identity, advertiserID: advertiserID,
                hardwareAddress: isAllowed && !identity.isOptedOut ? hardwareAddress() : nil)
            parameters.allowsIdentifiers = isAllowed
            parameters.connection = connection
            if let screen { parameters.app.screen = screen }
            return parameters
        }
        let store = Locked<(any PlacementStore)?>(nil)
        self.store = store
        reports = try core.addLane(PurchaseLane(client: client) { store.withLock { $0 } })
        // What units report is the app's own business with its server, not advertising of others.
        let unitReports = try core.addTracking("unit-reports", purpose: .behaviour)
        parts = PlacementParts(
            environment: environment, log: core.log, client: client, gid: gid,
            rewards: RewardDelivery(state, log: core.log),
            purchases: PurchaseHandling(state, core.consent, log: core.log),
            links: LinkFollower(transport: environment.transport, uptime: environment.uptime),
            files: UnitFiles(core, state),
            ping: { [log = core.log] url in
                Task {
                    do throws(MarqueeError) { try await unitReports.fetch(url, within: Self.reportLifetime) } catch {
                        log(.error, .debug, "\(Log.address(url)) could not be requested: \(error.message)")
                    }
                }
            },
            sessionSeconds: {
                live.withLock { $0.opened }.map { (environment.uptime() - $0).components.seconds } ?? 0
            },
            isBadgeShown: { placement in live.withLock { $0.badges[placement] }?.isShown ?? false },
            player: { live.withLock { $0.player } })
        try core.consent.onRefusal(of: .behaviour) { [weak live, files = parts.files] () throws(MarqueeError) in
            let (requests, precaching) = live?.withLock { ($0.all, $0.precaching) } ?? ([], nil)
            precaching?.cancel()
            for request in requests { request.dropPreload() }
            // Each is tried even if the other one fails.
            let deleted = Result { () throws(MarqueeError) in try files.deleteAll() }
            try state.forgetBehaviour()
            try deleted.get()
        }
        // Units that were asked for before report to addresses with the install's id.
        try core.consent.onRefusal(of: .identifiers) { [weak live] () throws(MarqueeError) in
            for request in live?.withLock({ $0.all }) ?? [] { request.dropPreload() }
        }
    }

    deinit {
        // Requests and badges hold what asks for them here. They go after the lock, because the end of a request takes it.
        let last = live.withLock { live in
            defer { live = Live() }
            return live
        }
        last.precaching?.cancel()
    }
}

extension Placements {
    /// Reports that the app was opened. Apps call this at launch and each time they come back to the foreground.
    ///
    /// Reports the sessions that no earlier open has reported. A failed open loses nothing: the next one reports them too.
    /// Calls while an open is under way wait for it; after the app was in the background meanwhile, another one follows it.
    /// - Parameter delegate: ``cancelAll(of:)`` cancels the open for it.
    /// - Throws: ``PlacementError``
    public func open(for delegate: (any PlacementDelegate)? = nil) async throws(PlacementError) {
        let departures = live.withLock { $0.departures }
        while true {
            guard let result = await opening.value(for: delegate, { await self.sendOpen() }) else {
                throw PlacementError(.cancelled, "the app cancelled the open")
            }
            // One that began before the app left the screen is that of an earlier session.
            guard live.withLock({ $0.openedAfter < departures }) else { return try result.get() }
        }
    }

    private func sendOpen() async -> Result<Void, PlacementError> {
        live.withLock { $0.openedAfter = $0.departures }
        do {
            await sessions.flush()
            let reported = try state.value(.reportedSession).flatMap { Int64($0) } ?? 0
            let report = OpenReport(try sessions.ended(after: reported))
            live.withLock { $0.opened = core.environment.uptime() }
            let response = try await client.send(.open(sessions: report.sessions, seconds: report.seconds))
            if let token = response?["session"]?.text, !token.isEmpty, token.utf8.count <= Self.maximumName {
                try state.store(token, as: .session)
            }
            if let newest = report.newest { try state.store(String(newest), as: .reportedSession) }
            // Looked at last: a refusal before it missed what was stored here, and one after it deletes it.
            guard core.consent.isGranted(.behaviour) else {
                try state.forgetBehaviour()
                return .failure(PlacementClient.consentRefused)
            }
            precache(response?["precache"])
            return .success(())
        } catch let error as PlacementError {
            return .failure(error)
        } catch {
            return .failure(PlacementError(.storage, "the open could not be stored", cause: error))
        }
    }

    /// Stores the templates that the server lists, one after the other, in the background.
    private func precache(_ list: JSONValue?) {
        let templates = (list?.list ?? []).prefix(Self.maximumTemplates).compactMap {
            $0.text.flatMap(URL.init(string:))
        }
        live.withLock { live in
            live.precaching?.cancel()
            live.precaching = Task { [files = parts.files] in await files.keep(templates) }
        }
    }

    /// The request for a placement: the one that is under way, otherwise a new one.
    /// - Parameters:
    ///   - placement: the name in the portal, 1 to ``maximumName`` bytes. With another one, the request fails.
    ///   - delegate: gets the events from now on, in place of an earlier delegate. A request on screen keeps the one it has.
    public func request(_ placement: String, delegate: (any PlacementDelegate)? = nil) -> PlacementRequest {
        let request = live.withLock { live in
            if let known = live.requests[placement] {
                guard known.isEnded else { return known }
                live.leaving.append(known)
            }
            let request = PlacementRequest(placement, parts) { [live = self.live] ended in
                live.withLock {
                    if $0.requests[placement] === ended { $0.requests[placement] = nil }
                    $0.leaving.removeAll { $0 === ended }
                }
            }
            live.requests[placement] = request
            return request
        }
        if let delegate { request.setDelegate(delegate) }
        return request
    }

    /// Cancels what is under way for one delegate: requests with their preloads and sub-content, opens and badges. Others go
    /// on. Purchases that were reported stay.
    public func cancelAll(of delegate: any PlacementDelegate) {
        let (requests, badges) = live.withLock { ($0.all, Array($0.badges.values)) }
        for request in requests where request.delegate === delegate { request.cancel() }
        for badge in badges { badge.cancelRefresh(of: delegate) }
        opening.cancel(of: delegate)
    }

    /// Cancels every request that is under way.
    public func cancelAll() {
        for request in live.withLock({ $0.all }) { request.cancel() }
    }

    /// The badge of a placement, which is empty until ``Badge/refresh(for:)``.
    public func badge(_ placement: String) -> Badge {
        live.withLock { live in
            if let badge = live.badges[placement] { return badge }
            let badge = Badge(placement, client: client, log: core.log)
            live.badges[placement] = badge
            return badge
        }
    }

    /// Receives every unlocked reward exactly once: oldest first, one after the other, also those of earlier launches.
    ///
    /// A reward counts as received when the closure returns. If it throws, or the process ends before, the same reward comes
    /// again with the same receipt. `nil` removes the closure; rewards then wait.
    public func setRewardHandler(_ handler: (@Sendable (PlacementReward) async throws -> Void)?) {
        parts.rewards.setHandler(handler)
    }

    /// How many unlocked rewards the app has not received yet.
    public func waitingRewards() throws(MarqueeError) -> Int { try state.undeliveredCount() }

    /// Buys what a unit offers, and returns how the purchase ended. The unit waits for it, at most 10 minutes.
    ///
    /// The closure's task is cancelled if the unit is closed meanwhile; a ``PlacementShop`` hands over what was paid
    /// all the same. A closure that throws counts as `error`. Without a closure, requests say that the app buys
    /// nothing, and units get an error at once.
    public func setPurchaseHandler(_ handler: (@Sendable (PlacementPurchase) async throws -> PurchaseResolution)?) {
        parts.purchases.setHandler(handler)
    }
}

/// Purchases in the store.
extension Placements {
    /// Asked for prices that reports do not have; `nil` removes it.
    public func setStore(_ store: (any PlacementStore)?) { self.store.withLock { $0 = store } }

    /// Reports a purchase, also one that no unit has started. The report is on disk when this returns, and is sent once there
    /// is a network.
    /// - Throws: ``PlacementError`` with `invalidPurchase` for a product without an id, a quantity below 1, a receipt of more
    ///   than 24 KiB or a text with a zero byte, `consentRefused`, or `storage`.
    @discardableResult
    public func report(_ report: PurchaseReport) async throws(PlacementError) -> EventID {
        guard !report.product.isEmpty, report.product.utf8.count <= 255, report.quantity >= 1,
            report.receipt?.count ?? 0 <= PurchaseItem.maximumReceipt,
            // No server reads them in a form, and the purchases behind this one would wait with it.
            [report.product, report.price?.currency ?? ""].allSatisfy({ !$0.utf8.contains(0) })
        else {
            throw PlacementError(
                .invalidPurchase,
                "a purchase has a product of 1 to 255 bytes, a quantity of at least 1, a receipt of at most 24 KiB and "
                    + "no zero bytes in its texts")
        }
        var random = RandomSource(core.environment)
        let id = EventID(time: core.environment.now(), using: &random)
        do {
            let cookie = try state.useCookie(of: report.product)
            defer { if let cookie { state.returnCookie(cookie, of: report.product) } }
            let body = try JSONEncoder().encode(PurchaseItem(report, cookie: cookie))
            try await reports.items.add([NewItem(id: id, body: body)])
            if let cookie { try state.forget(cookie: cookie, of: report.product) }
            return id
        } catch let error as MarqueeError where error.code == .invalidState && !core.consent.isGranted(.behaviour) {
            throw PlacementError(.consentRefused, "the user has refused consent; nothing was stored", cause: error)
        } catch {
            throw PlacementError(.storage, "the purchase could not be stored", cause: error)
        }
    }

    /// How many reported purchases wait, were sent, or were dropped.
    public func purchaseCounts() throws(MarqueeError) -> OutboxCounts { try reports.items.counts() }
}

/// What the server learns about the user.
extension Placements {
    /// Whether the user opted out. Requests from then on have no identifier of the device (PLC-017).
    ///
    /// A choice that cannot be read counts as an opt-out.
    public var isOptedOut: Bool { Self.isOptedOut(state, core.configuration) }

    private static func isOptedOut(_ state: PlacementState, _ configuration: Configuration) -> Bool {
        do throws(MarqueeError) {
            return try state.isOptedOut() ?? configuration.truth(.placementsOptedOut)
        } catch { return true }
    }

    /// Opts out or in again. The choice is on disk when this returns, and holds until it is changed.
    ///
    /// An opt-out also drops units that were preloaded before: their addresses have the install's id.
    /// - Throws: ``PlacementError`` with `storage`. An opt-out then holds in this process all the same.
    public func setOptedOut(_ isOptedOut: Bool) throws(PlacementError) {
        let isNew = isOptedOut && !self.isOptedOut
        let stored = Result { () throws(MarqueeError) in try state.store(isOptedOut: isOptedOut) }
        if isNew { for request in live.withLock({ $0.all }) { request.dropPreload() } }
        do throws(MarqueeError) { try stored.get() } catch {
            throw PlacementError(.storage, "the opt-out could not be stored", cause: error)
        }
    }

    /// The app's own id of its user, which every later request of this process carries; `nil` for none.
    ///
    /// Only letters and digits of ASCII and `-._~` are kept.
    public func setCustomID(_ id: String?) { live.withLock { $0.customID = id } }

    /// What the app knows of its player, which every later request for content of this process carries: a rule of a unit asks
    /// for the member `level` as `custom.level`. Texts, numbers, truth values and lists of texts count; nothing is stored.
    /// - Parameter dimensions: at most 4096 bytes as JSON, of which the server reads the first 100 members by name; empty for
    ///   none.
    /// - Throws: ``PlacementError`` with `invalidDimensions`; what was set before stays.
    public func setDimensions(_ dimensions: [String: JSONValue]) throws(PlacementError) {
        let text = try PlayerDetails.text(dimensions)
        live.withLock { $0.player.dimensions = text }
    }

    /// The bundle ids of other games that the app found on the device, at most 200: lists of games leave them out.
    public func setInstalledGames(_ bundleIDs: [String]) { live.withLock { $0.player.setInstalled(bundleIDs) } }

    /// The id of a plug-in through which the app uses the SDK, at most 42 characters after reserved ones are removed; for
    /// authors of plug-ins.
    public func setPluginIdentifier(_ identifier: String?) { live.withLock { $0.plugin = identifier } }

    /// How the device is connected; an adapter says so.
    public func setConnection(_ connection: PlacementConnection?) { live.withLock { $0.connection = connection } }

    /// The size of the screen, which every later request of this process carries: `.current` with MarqueeUI. `nil` for
    /// the one of ``MarqueeCore/AppInfo/screen``.
    public func setScreen(_ screen: AppInfo.Screen?) { live.withLock { $0.screen = screen } }

    /// Gives the address of the network interface, for apps on systems that have one to give; those of today have none.
    /// It is asked for with each request, unless the user has opted out or refuses identifiers.
    public func setHardwareAddress(_ source: @escaping @Sendable () -> HardwareAddress?) {
        live.withLock { $0.hardwareAddress = source }
    }

    private static func identity(
        _ gid: String, _ state: PlacementState, _ configuration: Configuration, _ live: Locked<Live>
    ) -> PlacementIdentity {
        let (customID, plugin) = live.withLock { ($0.customID, $0.plugin) }
        return PlacementIdentity(
            gid: gid, session: (try? state.value(.session)) ?? "", customID: customID, plugin: plugin,
            isOptedOut: isOptedOut(state, configuration))
    }
}

extension Placements {
    package func start() {
        if case .failure(let error) = client.settings, core.configuration[.placementsToken] != nil {
            core.log(.error, .debug, error.message)
        }
        Task { [files = parts.files] in files.deleteUnknown() }
    }

    package func enteredForeground() { parts.rewards.look() }

    /// Units on screen are closed; preloaded ones stay. Unlocked rewards are on disk when this returns.
    package func enteredBackground() async {
        let requests = live.withLock { live in
            // The session is over: a request before the next open says that it has no open.
            live.opened = nil
            live.departures += 1
            return Array(live.requests.values)
        }
        for request in requests { request.enteredBackground() }
        parts.rewards.store()
    }

    package func close() async {
        cancelAll()
        live.withLock { $0.precaching }?.cancel()
        // The app's closures may hold the SDK.
        parts.purchases.setHandler(nil)
        setStore(nil)
        await parts.rewards.close()
        state.close()
    }
}
