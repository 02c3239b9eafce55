#if canImport(UIKit) && canImport(WebKit)
    import Foundation
    import MarqueeHub
    import MarqueePlacements
    import UIKit
    import WebKit

    /// Passes the requests and messages of one unit's web view to its request, and returns the answers.
    @MainActor
    final class UnitAnswers: NSObject {
        let page: UnitPage
        weak var request: PlacementRequest?
        private let loaded: @MainActor () -> Void
        /// The files that are being read. WebKit must get nothing for a task that it has stopped.
        private var tasks: [ObjectIdentifier: Task<Void, Never>] = [:]

        /// - Parameter loaded: called when the template has loaded.
        init(_ page: UnitPage, _ request: PlacementRequest, loaded: @escaping @MainActor () -> Void) {
            self.page = page
            self.request = request
            self.loaded = loaded
        }

        func end() {
            for task in tasks.values { task.cancel() }
            tasks = [:]
            request = nil
        }

        private func finish(_ task: any WKURLSchemeTask, _ answer: UnitResponse, at url: URL) {
            guard tasks.removeValue(forKey: ObjectIdentifier(task)) != nil else { return }
            guard
                let response = HTTPURLResponse(
                    url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.headers)
            else { return task.didFailWithError(URLError(.badServerResponse)) }
            task.didReceive(response)
            task.didReceive(answer.body)
            task.didFinish()
        }
    }

    extension UnitAnswers: WKURLSchemeHandler {
        func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
            guard let request, let url = urlSchemeTask.request.url else {
                return urlSchemeTask.didFailWithError(URLError(.resourceUnavailable))
            }
            tasks[ObjectIdentifier(urlSchemeTask)] = Task { [page] in
                finish(urlSchemeTask, await request.response(to: url, of: page), at: url)
            }
        }

        func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
            tasks.removeValue(forKey: ObjectIdentifier(urlSchemeTask))?.cancel()
        }
    }

    extension UnitAnswers: WKScriptMessageHandler {
        func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
            request?.received(message.body, of: page)
        }
    }

    extension UnitAnswers: WKNavigationDelegate {
        func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction) async
            -> WKNavigationActionPolicy
        {
            guard let request, let url = navigationAction.request.url else { return .cancel }
            let isMainFrame = navigationAction.targetFrame?.isMainFrame ?? false
            return request.allowsNavigation(to: url, isMainFrame: isMainFrame, of: page) ? .allow : .cancel
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            request?.templateLoaded(view: page.view)
            loaded()
            UIAccessibility.post(notification: .screenChanged, argument: webView)
        }

        func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
            failed(error.localizedDescription, error)
        }

        func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            failed(error.localizedDescription, error)
        }

        func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
            failed("the template's process ended")
        }

        private func failed(_ reason: String, _ error: (any Error)? = nil) {
            // A refused navigation, for example to a command's address, leaves the template as it is.
            guard error.map(PageRecovery.isFailure) ?? true else { return }
            request?.templateFailed(view: page.view, reason: reason)
        }
    }

    extension UnitAnswers: WKUIDelegate {
        /// Returns no web view, so that no template opens a window.
        func webView(
            _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
            for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
        ) -> WKWebView? { nil }
    }
#endif
