import Foundation
import MarqueeCore
import MarqueeHub
import MarqueeWire

/// Checks whether a surface keeps a ``SurfaceRule``, with a real hub and content in memory.
///
/// ```swift
/// @Test(arguments: SurfaceRule.allCases) func `our surface keeps the rules`(_ rule: SurfaceRule) async throws {
///     let conformance = try SurfaceConformance(of: OurProbe())
///     #expect(try await conformance.faults(against: rule) == [])
/// }
/// ```
///
/// Each object checks one rule.
public final class SurfaceConformance: Sendable {
    private let probe: any SurfaceProbe
    private let patience: Duration
    private let folder: TemporaryFolder
    private let network: LossyTransport
    private let core: Core
    private let hub: Hub
    private let found = Locked<[String]>([])

    /// Makes a hub with the content of ``SimulatedContent/sample(articles:)`` and a user.
    /// - Parameters:
    ///   - probe: the surface under test, which must not be on screen.
    ///   - patience: the maximum real time that the surface may take for each step.
    /// - Throws: an error if the folder or the content cannot be made.
    public init(of probe: any SurfaceProbe, patience: Duration = .seconds(30)) throws {
        let clock = ManualClock()
        let service = try SimulatedContentService(now: { clock.now })
        try service.publish(.sample())
        self.probe = probe
        self.patience = patience
        folder = try TemporaryFolder()
        network = LossyTransport(service, now: { clock.now })
        core = try Core(
            configuration: Configuration(service: service.url, trustAnchors: [try service.publicKey()]),
            environment: Environment(folder: folder.url, transport: network, clock: clock))
        hub = Hub(core: core)
        try core.users.create("reader")
        try core.users.activate("reader")
    }

    /// One sentence for each violation of the rule; empty if the surface keeps the rule.
    /// - Throws: the error of a presentation that must not fail.
    public func faults(against rule: SurfaceRule) async throws -> [String] {
        switch rule {
        case .aPageTakesTheScreen: try await pageTakesTheScreen()
        case .aStatusCoversThePlace: await statusCoversThePlace()
        case .aPageReplacesAStatus: try await pageReplacesAStatus()
        case .aStepChangesPageAndControls: try await stepChangesPageAndControls()
        case .anEmbeddedHubHasNoChrome: try await embeddedHubHasNoChrome()
        case .leavingTheAppIsAsked: try await leavingTheAppIsAsked()
        case .aRegisteredSchemeIsOpened: try await registeredSchemeIsOpened()
        case .dismissingAnswersNo: try await dismissingAnswersNo()
        case .theSurfaceServesAgain: try await surfaceServesAgain()
        case .theHubIsLetGo: try await hubIsLetGo()
        }
        try? hub.current?.dismiss()
        await expect("the surface leaves the screen in the end") { !$0.isOnScreen }
        await hub.close()
        await core.close()
        return found.withLock { $0 }
    }

    private static let start = ContentURI(hub: "brand")
    private static let article = ContentURI(hub: "brand", .article("news-1"))

    private func pageTakesTheScreen() async throws {
        try await present()
        await expect("the page is the hub's") { $0.page == Self.start }
        await expect("no status view covers the page") { $0.status == nil }
        await expect("the controls have the page's title") { $0.controls?.title == "brand" }
    }

    private func statusCoversThePlace() async {
        network.mode = .offline
        if (try? await present()) != nil { fault("a hub without content is presented") }
        await expect("an error view is shown") { if case .failed? = $0.status { true } else { false } }
        await expect("the error view stays on screen") { $0.isOnScreen }
    }

    private func pageReplacesAStatus() async throws {
        network.mode = .offline
        _ = try? await present()
        network.mode = .online
        await expect("a status view is shown") { $0.status != nil }
        try await present()
        await expect("the page took the status view's place") { $0.status == nil && $0.page == Self.start }
    }

    private func stepChangesPageAndControls() async throws {
        let shown = try await present()
        shown.load("\(Self.article)")
        await expect("the next page is shown") { $0.page == Self.article }
        await expect("its controls lead back") { $0.controls?.canGoBack == true }
        shown.goBack()
        await expect("the page before is shown again") { $0.page == Self.start }
        await expect("its controls lead forward alone") { screen in
            screen.controls?.canGoBack == false && screen.controls?.canGoForward == true
        }
    }

    private func embeddedHubHasNoChrome() async throws {
        try await present(mode: .embedded)
        await expect("an embedded hub draws no controls") { $0.controls?.showsChrome == false }
    }

    private func leavingTheAppIsAsked() async throws {
        let (shown, link) = (try await present(), URL(filePath: "/").replacing("https://elsewhere.example/?a=1"))
        for leaves in [false, true] {
            shown.linkActivated(link)
            await expect("the question names the address") { $0.question == link }
            await expect("nothing is opened before the answer") { $0.opened == nil }
            await probe.answer(leaves)
            await expect("the question goes with its answer") { $0.question == nil }
            if leaves { await expect("the address is handed over") { $0.opened == link } }
        }
        await expect("the page stays") { $0.page == Self.start }
    }

    private func registeredSchemeIsOpened() async throws {
        hub.register(scheme: "shopapp")
        let (shown, link) = (try await present(), URL(filePath: "/").replacing("shopapp://buy/7?size=m#now"))
        shown.linkActivated(link)
        await expect("the address is handed over as it is") { $0.opened == link }
        await expect("nobody is asked") { $0.question == nil }
    }

    private func dismissingAnswersNo() async throws {
        let (shown, link) = (try await present(), URL(filePath: "/").replacing("https://elsewhere.example/"))
        shown.linkActivated(link)
        await expect("the question is asked") { $0.question == link }
        try shown.dismiss()
        await expect("question and hub are gone") { $0.question == nil && !$0.isOnScreen }
        await expect("nothing was opened") { $0.opened == nil }
    }

    private func surfaceServesAgain() async throws {
        let shown = try await present()
        shown.load("\(Self.article)")
        await expect("the next page is shown") { $0.page == Self.article }
        try shown.dismiss()
        await expect("the surface is off the screen") { !$0.isOnScreen }
        try await present()
        await expect("the next hub begins with its first page") { screen in
            screen.page == Self.start && screen.controls?.canGoBack == false
        }
    }

    private func hubIsLetGo() async throws {
        let kept = try await presentOnce()
        await expect("the surface is off the screen") { !$0.isOnScreen }
        if await !eventually(within: patience, { kept.hub == nil }) { fault("the dismissed hub is kept") }
    }

    private struct Kept: Sendable {
        weak var hub: HubPresentation?
    }

    private func presentOnce() async throws -> Kept {
        let shown = try await present()
        try shown.dismiss()
        return Kept(hub: shown)
    }

    @discardableResult
    private func present(mode: Hub.PresentationMode = .modal) async throws -> HubPresentation {
        let rendering = Task { [probe] in
            while !Task.isCancelled {
                await probe.pageStands()
                try? await Task.sleep(for: .milliseconds(2))
            }
        }
        defer { rendering.cancel() }
        let shown = try await hub.present(on: probe.surface, mode: mode)
        await expect("the surface is on screen") { $0.isOnScreen }
        return shown
    }

    private func expect(_ sentence: String, _ isMet: @escaping @Sendable (SurfaceScreen) -> Bool) async {
        let probe = probe
        let isTrue = await eventually(within: patience) {
            await probe.pageStands()
            return isMet(await probe.screen())
        }
        if !isTrue { fault("not so: \(sentence)") }
    }

    private func fault(_ sentence: String) {
        found.withLock { $0.append(sentence) }
    }
}

extension URL {
    /// The URL of a text that is a valid URL.
    fileprivate func replacing(_ text: String) -> URL { URL(string: text) ?? self }
}
