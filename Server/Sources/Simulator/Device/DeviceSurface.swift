import Foundation
import MarqueeCore
import MarqueeHub
import MarqueeWire
import Synchronization

/// Where a phone of the lab shows a hub: remembers what stands on its screen and says so to the feed; the browser draws
/// it.
final class DeviceSurface: HubSurface {
    /// What the phone's screen shows.
    struct Screen: Sendable {
        var page: HubPage?
        var status: HubStatus?
        var controls: HubControls?
        /// The address of a confirmation that waits for an answer.
        var question: URL?
        /// The address handed to the phone's browser last.
        var opened: URL?
        /// The titles of pages shown so far, for the history.
        var titles: [ContentURI: String] = [:]
    }

    private static let maximumTitles = 500

    private struct State {
        var screen = Screen()
        var hub: HubPresentation?
        var answer: CheckedContinuation<Bool, Never>?
    }

    let scriptHashes = [AdapterScript.hash]
    private let state = Mutex(State())
    private let changed: @Sendable () -> Void

    init(changed: @escaping @Sendable () -> Void) {
        self.changed = changed
    }

    var screen: Screen { state.withLock { $0.screen } }
    var hub: HubPresentation? { state.withLock { $0.hub } }

    func begin(_ hub: HubPresentation) async {
        set { state in
            state.hub = hub
            state.screen = Screen(titles: state.screen.titles)
        }
    }

    func load(_ page: HubPage) async {
        set { state in
            state.screen.page = page
            state.screen.status = nil
            if state.screen.titles.count == Self.maximumTitles { state.screen.titles = [:] }
            state.screen.titles[page.uri] = page.title
        }
    }

    func show(_ status: HubStatus) async {
        set { $0.screen.status = status }
    }

    func update(_ controls: HubControls) async {
        set { $0.screen.controls = controls }
    }

    func confirmLeaving(to url: URL) async -> Bool {
        await withCheckedContinuation { continuation in
            let earlier = state.withLock { state in
                defer {
                    state.answer = continuation
                    state.screen.question = url
                }
                return state.answer
            }
            earlier?.resume(returning: false)
            changed()
        }
    }

    func open(_ url: URL) async {
        set { $0.screen.opened = url }
    }

    func dismiss() async {
        answer(false)
        set { state in
            state.hub = nil
            state.screen = Screen(opened: state.screen.opened, titles: state.screen.titles)
        }
    }

    /// The person's answer to ``confirmLeaving(to:)``; nothing when no question is open.
    func answer(_ leaves: Bool) {
        let waiting = state.withLock { state in
            defer {
                state.answer = nil
                state.screen.question = nil
            }
            return state.answer
        }
        waiting?.resume(returning: leaves)
        changed()
    }

    private func set(_ change: (inout sending State) -> Void) {
        state.withLock { change(&$0) }
        changed()
    }
}
