public import Foundation
import MarqueeCore
public import MarqueeHub

/// A surface without a screen: remembers what it was told, and renders every page at once unless told to wait.
public final class RecordingSurface: HubSurface {
    /// What the surface was told, in order.
    public enum Call: Sendable, Hashable {
        /// ``RecordingSurface/begin(_:)``, the first of each presentation.
        case begin
        /// ``RecordingSurface/load(_:)``, once for each visit to a page.
        case load(HubPage)
        /// ``RecordingSurface/show(_:)``.
        case show(HubStatus)
        /// ``RecordingSurface/update(_:)``, also when nothing changed.
        case update(HubControls)
        /// ``RecordingSurface/confirmLeaving(to:)``.
        case confirm(URL)
        /// ``RecordingSurface/open(_:)``: what would have left the app.
        case open(URL)
        /// ``RecordingSurface/dismiss()``, the last of each presentation.
        case dismiss
    }

    private struct State {
        var calls: [Call] = []
        var hub: HubPresentation?
        var watchers: [(isMet: @Sendable ([Call]) -> Bool, resume: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())
    private let rendersPages: Bool
    private let leavesApp: Bool
    /// Given at the start; a page's policy must let them through.
    public let scriptHashes: [String]

    /// Says how the person and the web view of this test behave.
    /// - Parameters:
    ///   - rendersPages: answers each page with `pageRendered`; otherwise the test does.
    ///   - leavesApp: what the person answers when asked to leave the app.
    ///   - scriptHashes: of scripts that the surface claims to put into pages.
    public init(rendersPages: Bool = true, leavesApp: Bool = true, scriptHashes: [String] = []) {
        self.rendersPages = rendersPages
        self.leavesApp = leavesApp
        self.scriptHashes = scriptHashes
    }

    /// Everything so far.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// The pages loaded so far.
    public var pages: [HubPage] {
        calls.compactMap { if case .load(let page) = $0 { page } else { nil } }
    }

    /// The status views shown so far.
    public var statuses: [HubStatus] {
        calls.compactMap { if case .show(let status) = $0 { status } else { nil } }
    }

    /// The controls as last drawn.
    public var controls: HubControls? {
        calls.reversed().lazy.compactMap { if case .update(let controls) = $0 { controls } else { nil } }.first
    }

    /// The hub that is presented here; `nil` before and after.
    public var hub: HubPresentation? { state.withLock { $0.hub } }

    /// Suspends until the calls meet a condition; at once when they do already.
    public func until(_ isMet: @escaping @Sendable ([Call]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMetNow = state.withLock { state in
                if isMet(state.calls) { return true }
                state.watchers.append((isMet, continuation))
                return false
            }
            if isMetNow { continuation.resume() }
        }
    }

    /// Records the hub and keeps it for the test.
    public func begin(_ hub: HubPresentation) async {
        state.withLock { $0.hub = hub }
        append(.begin)
    }

    /// Records the page and, if it was told to, reports it as rendered.
    public func load(_ page: HubPage) async {
        append(.load(page))
        if rendersPages { hub?.pageRendered(page.id) }
    }

    /// Records the status.
    public func show(_ status: HubStatus) async { append(.show(status)) }

    /// Records the controls.
    public func update(_ controls: HubControls) async { append(.update(controls)) }

    /// Records the question and answers as it was told at the start.
    public func confirmLeaving(to url: URL) async -> Bool {
        append(.confirm(url))
        return leavesApp
    }

    /// Records the address; opens nothing.
    public func open(_ url: URL) async { append(.open(url)) }

    /// Records the dismissal and lets go of the hub.
    public func dismiss() async {
        state.withLock { $0.hub = nil }
        append(.dismiss)
    }

    private func append(_ call: Call) {
        let met = state.withLock { state in
            state.calls.append(call)
            let calls = state.calls
            let met = state.watchers.filter { $0.isMet(calls) }.map(\.resume)
            state.watchers.removeAll { $0.isMet(calls) }
            return met
        }
        for continuation in met { continuation.resume() }
    }
}
