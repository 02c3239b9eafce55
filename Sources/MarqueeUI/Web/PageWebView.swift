#if canImport(UIKit) && canImport(WebKit)
    import MarqueeHub
    import UIKit
    import WebKit

    /// The web view of one surface. Every page and asset comes from the presented release, and the events of a page are
    /// reported to its hub.
    ///
    /// The web view's configuration keeps ``PageAnswers``, which has no reference to this object. Both are therefore
    /// released with their controller.
    @MainActor
    final class PageWebView {
        let view: WKWebView
        private let answers = PageAnswers()
        /// The content rules that the web view enforces now; `nil` before the first page.
        private var rules: ContentRules?

        init() {
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.setURLSchemeHandler(answers, forURLScheme: PageAnswers.scheme)
            configuration.userContentController.add(answers, name: PageScript.messageHandler)
            // A video plays full screen in the system's player. Afterwards the person is back on the page.
            configuration.allowsInlineMediaPlayback = false
            configuration.allowsPictureInPictureMediaPlayback = false
            configuration.mediaTypesRequiringUserActionForPlayback = .all
            configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
            configuration.dataDetectorTypes = []
            view = WKWebView(frame: .zero, configuration: configuration)
            view.navigationDelegate = answers
            view.uiDelegate = answers
            // A link preview would connect to the link's server.
            view.allowsLinkPreview = false
            view.allowsBackForwardNavigationGestures = false
            view.isOpaque = false
        }

        /// The page that the web view shows or loads.
        var page: HubPage? { answers.page }

        func begin(_ hub: HubPresentation) {
            answers.hub = hub
            // Hidden, so that no page of an earlier hub is visible before this hub has a page.
            view.isHidden = true
        }

        /// Loads a page with the current content rules.
        func load(_ page: HubPage) async {
            answers.page = page
            guard let hub = answers.hub else { return }
            do {
                try await apply(hub.contentRules)
            } catch {
                return hub.pageFailed(page.id, "the content rules cannot be compiled: \(error.localizedDescription)")
            }
            guard let address = page.address else { return hub.pageFailed(page.id, "\(page.uri) is not an address") }
            view.isHidden = false
            view.load(URLRequest(url: address))
        }

        func pauseVideos() {
            view.pauseAllMediaPlayback()
        }

        func end() {
            view.stopLoading()
            view.pauseAllMediaPlayback()
            answers.hub = nil
            answers.page = nil
        }

        /// - Throws: the error of WebKit if the rules cannot be compiled; the web view then keeps its earlier rules.
        func apply(_ new: ContentRules) async throws {
            guard new != rules else { return }
            let store: WKContentRuleListStore? = WKContentRuleListStore.default()
            let list: WKContentRuleList? = try await store?.compileContentRuleList(
                forIdentifier: new.identifier, encodedContentRuleList: new.json)
            guard let list else { throw HubError(.invalidOperation, "WebKit has no store for content rules") }
            let controller = view.configuration.userContentController
            controller.removeAllContentRuleLists()
            controller.add(list)
            rules = new
        }
    }
#endif
