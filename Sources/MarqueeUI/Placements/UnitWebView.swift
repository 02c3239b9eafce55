#if canImport(UIKit) && canImport(WebKit)
    import MarqueeHub
    import MarqueePlacements
    import MarqueeWire
    import UIKit
    import WebKit

    /// The web view of one template: an origin of its own, nothing kept on disk, and no network.
    ///
    /// The web view's configuration keeps ``UnitAnswers``, which has no reference to this object.
    @MainActor
    final class UnitWebView {
        /// The name under which WebKit keeps the compiled content rules.
        private static let rules = "marquee-units-1"

        let view: WKWebView
        /// The place that the request asked for; `nil` for the whole screen.
        var frame: ContentUnit.Rectangle?
        private let answers: UnitAnswers

        /// - Parameter loaded: called when the template has loaded.
        init(
            _ page: UnitPage, _ request: PlacementRequest, frame: ContentUnit.Rectangle?,
            loaded: @escaping @MainActor () -> Void
        ) {
            answers = UnitAnswers(page, request, loaded: loaded)
            self.frame = frame
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.setURLSchemeHandler(answers, forURLScheme: UnitPage.scheme)
            configuration.userContentController.add(answers, name: BridgeScript.messageHandler)
            configuration.mediaTypesRequiringUserActionForPlayback = .all
            configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
            configuration.dataDetectorTypes = []
            view = WKWebView(frame: .zero, configuration: configuration)
            view.navigationDelegate = answers
            view.uiDelegate = answers
            view.allowsLinkPreview = false
            view.allowsBackForwardNavigationGestures = false
            view.isOpaque = false
            view.backgroundColor = .clear
            // A template is drawn to the edges of its frame.
            view.scrollView.contentInsetAdjustmentBehavior = .never
        }

        /// Loads the template after the rules that refuse the network.
        func load() async {
            let page = answers.page
            do {
                let store: WKContentRuleListStore? = WKContentRuleListStore.default()
                let list: WKContentRuleList? = try await store?.compileContentRuleList(
                    forIdentifier: Self.rules,
                    encodedContentRuleList: UnitPolicy.contentRules(scheme: UnitPage.scheme))
                guard let list else { return fail("WebKit has no store for content rules") }
                view.configuration.userContentController.add(list)
            } catch {
                return fail("the content rules cannot be compiled: \(error.localizedDescription)")
            }
            view.load(URLRequest(url: page.address))
        }

        /// Calls the template's function for answers; the values are arguments of a script that is always the same.
        /// Returns at once: a template whose script never ends must not keep the close button and its removal waiting.
        func answer(_ answer: BridgeAnswer) {
            let arguments: [String: Any] = [
                "version": BridgeAnswer.protocolVersion, "answer": answers.page.arguments(of: answer),
            ]
            view.callAsyncJavaScript(
                BridgeScript.answerFunction, arguments: arguments, in: nil, in: .page
            ) { [answers] result in
                guard case .failure(let error) = result else { return }
                answers.request?.answerFailed(answer, view: answers.page.view, reason: error.localizedDescription)
            }
        }

        func remove(animated: Bool) async {
            stop()
            if animated {
                let isGone = AwaitedAnswer()
                _ = await isGone.wait {
                    UIView.animate(withDuration: 0.25) { [view] in
                        view.alpha = 0
                    } completion: { _ in
                        isGone.answer(true)
                    }
                }
            }
            view.removeFromSuperview()
        }

        private func stop() {
            view.stopLoading()
            view.pauseAllMediaPlayback()
            answers.end()
        }

        private func fail(_ reason: String) {
            answers.request?.templateFailed(view: answers.page.view, reason: reason)
        }
    }
#endif
