import Foundation
import Marquee
import MarqueeCore
import MarqueePlacements
import MarqueeWire
import Secrets
import Synchronization

/// The screen of a phone of the lab for one request of a placement. It keeps what the request asks for and reports what
/// happens; the browser draws it. It decides nothing.
final class UnitStage: PlacementSurface {
    /// A template on the screen.
    struct View: Sendable {
        let page: UnitPage
        let transition: ContentUnit.Transition
        var frame: ContentUnit.Rectangle?
        /// The answers that the browser has not given to the template yet.
        var answers: [Answer] = []
    }

    struct Answer: Sendable {
        let number: Int
        let answer: BridgeAnswer
    }

    /// What the browser draws.
    struct Content: Sendable {
        var views: [View] = []
        var hasOverlay = false
        var hasCloseButton = false
    }

    /// The first part of the path below which the content port serves units.
    static let path = "unit"
    /// The most answers that wait for the browser.
    private static let mostAnswers = 100

    private struct State {
        var request: PlacementRequest?
        var content = Content()
        var lastAnswer = 0

        func page(_ view: Int) -> UnitPage? { content.views.first { $0.page.view == view }?.page }
    }

    let hasStoreView: Bool
    /// Names the stage in the addresses of its pages; 128 random bits.
    let token = RandomToken.make(bytes: 16)
    private let state = Mutex(State())
    private let changed: @Sendable () -> Void
    private let opened: @Sendable (URL, _ product: String?) -> Void

    /// - Parameters:
    ///   - opened: an address left the app, or the store's own view shows a product.
    ///   - changed: the screen looks different.
    init(
        hasStoreView: Bool, opened: @escaping @Sendable (URL, _ product: String?) -> Void,
        changed: @escaping @Sendable () -> Void
    ) {
        self.hasStoreView = hasStoreView
        self.opened = opened
        self.changed = changed
    }

    var content: Content { state.withLock { $0.content } }

    func begin(_ request: PlacementRequest) async { set { $0.request = request } }

    func showOverlay() async { set { $0.content.hasOverlay = true } }

    func load(_ unit: ContentUnit, view: Int, frame: ContentUnit.Rectangle?) async {
        guard let page = UnitPage(unit, view: view, path: "/\(Self.path)/\(token)/") else {
            request?.templateFailed(view: view, reason: "the template's address cannot be shown")
            return
        }
        set { $0.content.views.append(View(page: page, transition: unit.transition, frame: frame)) }
    }

    func place(view: Int, frame: ContentUnit.Rectangle?) async { change(view) { $0.frame = frame } }

    func remove(view: Int, animated: Bool) async { set { $0.content.views.removeAll { $0.page.view == view } } }

    func showCloseButton(_ isVisible: Bool) async { set { $0.content.hasCloseButton = isVisible } }

    func answer(_ answer: BridgeAnswer, view: Int) async {
        let number = state.withLock { state in
            state.lastAnswer += 1
            return state.lastAnswer
        }
        change(view) { view in
            view.answers = view.answers.suffix(Self.mostAnswers - 1) + [Answer(number: number, answer: answer)]
        }
    }

    func open(_ url: URL, product: String?) async {
        await StoreLink.open(
            url, product: product,
            storeView: { product in
                guard hasStoreView else { return false }
                opened(url, product)
                return true
            }, outside: { opened($0, nil) })
    }

    func end() async { set { $0 = State() } }
}

/// What the browser reports.
extension UnitStage {
    /// A template's frame has loaded.
    func loaded(view: Int) { request?.templateLoaded(view: view) }

    /// A template sent a message.
    func received(_ message: String, view: Int) {
        let (request, page) = state.withLock { ($0.request, $0.page(view)) }
        if let request, let page { request.received(message, of: page) }
    }

    /// The template got an answer.
    /// - Parameter failure: why its function for answers failed; `nil` if it did not.
    func answered(_ number: Int, view: Int, failure: String?) {
        let (request, answer) = state.withLock { state in
            let answers = state.content.views.first { $0.page.view == view }?.answers
            return (state.request, answers?.first { $0.number == number }?.answer)
        }
        change(view) { $0.answers.removeAll { $0.number <= number } }
        if let failure, let answer { request?.answerFailed(answer, view: view, reason: failure) }
    }

    /// The person tapped the close button.
    func closeTapped() { request?.closeButtonTapped() }

    /// The phone was turned.
    func rotated(to orientation: ContentUnit.Orientation) { request?.rotated(to: orientation) }

    /// The answer to a frame's request.
    /// - Parameter path: path and query of the address.
    /// - Returns: `nil` when no template of this stage has the address.
    func response(to path: String) async -> UnitResponse? {
        let (request, pages) = state.withLock { ($0.request, $0.content.views.map(\.page)) }
        guard let request, let url = URL(string: path), let page = pages.first(where: { $0.source(of: url) != nil })
        else { return nil }
        return await request.response(to: url, of: page)
    }

    private var request: PlacementRequest? { state.withLock { $0.request } }

    private func set(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        changed()
    }

    private func change(_ view: Int, _ change: (inout View) -> Void) {
        set { state in
            guard let index = state.content.views.firstIndex(where: { $0.page.view == view }) else { return }
            change(&state.content.views[index])
        }
    }
}
