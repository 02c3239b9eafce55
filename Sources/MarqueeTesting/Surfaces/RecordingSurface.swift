public import Foundation
import MarqueeCore
public import MarqueeHub

/// A surface without a screen. It records every call and, by default, reports every page as rendered at once.
public final class RecordingSurface: HubSurface {
    /// A call of the presentation to the surface.
    public enum Call: Sendable, Hashable {
        /// ``RecordingSurface/begin(_:)``, the first call of each presentation.
        case begin
        /// ``RecordingSurface/load(_:)``, once for each visit to a page.
        case load(HubPage)
        /// ``RecordingSurface/show(_:)``.
        case show(HubStatus)
        /// ``RecordingSurface/update(_:)``, even if nothing changed.
        case update(HubControls)
        /// ``RecordingSurface/confirmLeaving(to:)``.
        case confirm(URL)
        /// ``RecordingSurface/answer(_:)`` or a dismissal answered the question. Recorded only if `leavesApp` is `nil`.
        case answered
        /// ``RecordingSurface/open(_:)``, a URL that would have left the app.
        case open(URL)
        /// ``RecordingSurface/dismiss()``, the last call of each presentation.
        case dismiss
    }

    private struct State {
        var calls: [Call] = []
        var hub: HubPresentation?
        var watchers: [(isMet: @Sendable ([Call]) -> Bool, resume: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())
    private let rendersPages: Bool
    private let leavesApp: Bool?
    private let question = AwaitedAnswer()
    /// The hashes of the surface's own scripts; a page's policy must allow these scripts.
    public let scriptHashes: [String]

    /// Makes a surface and sets the behaviour of its user and its web view.
    /// - Parameters:
    ///   - rendersPages: whether the surface reports each page with `pageRendered`; otherwise the test must report it.
    ///   - leavesApp: the user's answer to the question whether to leave the app; `nil` for a test that calls
    ///     ``answer(_:)``.
    ///   - scriptHashes: the hashes of scripts that the surface would add to pages.
    public init(rendersPages: Bool = true, leavesApp: Bool? = true, scriptHashes: [String] = []) {
        self.rendersPages = rendersPages
        self.leavesApp = leavesApp
        self.scriptHashes = scriptHashes
    }

    /// All calls so far, in order.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// The pages loaded so far.
    public var pages: [HubPage] {
        calls.compactMap { if case .load(let page) = $0 { page } else { nil } }
    }

    /// The status views shown so far.
    public var statuses: [HubStatus] {
        calls.compactMap { if case .show(let status) = $0 { status } else { nil } }
    }

    /// The last controls; `nil` before the first.
    public var controls: HubControls? {
        calls.reversed().lazy.compactMap { if case .update(let controls) = $0 { controls } else { nil } }.first
    }

    /// The running presentation; `nil` before and after it.
    public var hub: HubPresentation? { state.withLock { $0.hub } }

    /// Suspends until the calls fulfil a condition; returns at once if they already do.
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

    /// Records the call and keeps the presentation for the test.
    public func begin(_ hub: HubPresentation) async {
        state.withLock { $0.hub = hub }
        append(.begin)
    }

    /// Records the page and, if `rendersPages` is set, reports it as rendered.
    public func load(_ page: HubPage) async {
        append(.load(page))
        if rendersPages { hub?.pageRendered(page.id) }
    }

    /// Records the status.
    public func show(_ status: HubStatus) async { append(.show(status)) }

    /// Records the controls.
    public func update(_ controls: HubControls) async { append(.update(controls)) }

    /// Records the question and returns `leavesApp`.
    public func confirmLeaving(to url: URL) async -> Bool {
        if let leavesApp {
            append(.confirm(url))
            return leavesApp
        }
        let leaves = await question.wait { append(.confirm(url)) }
        append(.answered)
        return leaves
    }

    /// Answers the waiting question.
    public func answer(_ leaves: Bool) {
        question.answer(leaves)
    }

    /// Records the URL; opens nothing.
    public func open(_ url: URL) async { append(.open(url)) }

    /// Records the dismissal and releases the presentation.
    public func dismiss() async {
        question.answer(false)
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
