import Foundation
import MarqueeCore
import MarqueeHub
import MarqueeWire
import Synchronization

/// The screen on which a phone of the lab shows a hub. It keeps the screen's content and reports it to the feed; the
/// browser draws it.
final class DeviceSurface: HubSurface {
    /// The content of the phone's screen.
    struct Screen: Sendable {
        var page: HubPage?
        var status: HubStatus?
        var controls: HubControls?
        /// The address of an open question to the person about leaving the hub.
        var question: URL?
        /// The address that was last handed to the phone's browser.
        var opened: URL?
        /// The titles of pages shown so far, for the history.
        var titles: [ContentURI: String] = [:]
    }

    private static let maximumTitles = 500

    private struct State {
        var screen = Screen()
        var hub: HubPresentation?
    }

    let scriptHashes = [PageScript.standard.hash]
    private let state = Mutex(State())
    private let question = AwaitedAnswer()
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
        await question.wait { set { $0.screen.question = url } }
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

    /// Lets go of the hub with the process that showed it: hub and screen hold each other.
    func abandon() {
        question.answer(false)
        set { $0 = State() }
    }

    /// The person's answer to ``confirmLeaving(to:)``; it has no effect when no question is open.
    func answer(_ leaves: Bool) {
        set { $0.screen.question = nil }
        question.answer(leaves)
    }

    private func set(_ change: (inout sending State) -> Void) {
        state.withLock { change(&$0) }
        changed()
    }
}
