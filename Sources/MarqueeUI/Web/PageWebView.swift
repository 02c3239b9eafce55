#if canImport(UIKit) && canImport(WebKit)
    import MarqueeHub
    import UIKit
    import WebKit

    /// The web view of one surface: every page and asset comes from the presented release, and what happens in a page is
    /// reported to its hub.
    ///
    /// The web view's configuration keeps ``PageAnswers``, which knows this object weakly: so both go with their controller.
    @MainActor
    final class PageWebView {
        let view: WKWebView
        private let answers = PageAnswers()
        /// Which rules the web view has.
        private var rules: ContentRules?

        init() {
            let configuration = WKWebViewConfiguration()
            configuration.websiteDataStore = .nonPersistent()
            configuration.setURLSchemeHandler(answers, forURLScheme: PageAnswers.scheme)
            configuration.userContentController.add(answers, name: PageScript.messageHandler)
            // A video plays full screen in the system's own player, and returns to its page.
            configuration.allowsInlineMediaPlayback = false
            configuration.allowsPictureInPictureMediaPlayback = false
            configuration.mediaTypesRequiringUserActionForPlayback = .all
            configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
            configuration.dataDetectorTypes = []
            view = WKWebView(frame: .zero, configuration: configuration)
            view.navigationDelegate = answers
            view.uiDelegate = answers
            // A preview would connect to where a link leads.
            view.allowsLinkPreview = false
            view.allowsBackForwardNavigationGestures = false
            view.isOpaque = false
        }

        /// What the web view shows, or is about to.
        var page: HubPage? { answers.page }

        func begin(_ hub: HubPresentation) {
            answers.hub = hub
            // Nothing of an earlier hub shows while this one has no page.
            view.isHidden = true
        }

        /// Loads a page under the rules of this moment.
        func load(_ page: HubPage) async {
            answers.page = page
            guard let hub = answers.hub else { return }
            guard await apply(hub.contentRules), let address = page.address else {
                return hub.pageFailed(page.id, "the web view does not take the rules of the garden")
            }
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

        /// - Returns: whether the web view enforces the rules.
        func apply(_ new: ContentRules) async -> Bool {
            guard new != rules else { return true }
            let store: WKContentRuleListStore? = WKContentRuleListStore.default()
            let list: WKContentRuleList? = try? await store?.compileContentRuleList(
                forIdentifier: new.identifier, encodedContentRuleList: new.json)
            guard let list else { return false }
            let controller = view.configuration.userContentController
            controller.removeAllContentRuleLists()
            controller.add(list)
            rules = new
            return true
        }
    }
#endif
