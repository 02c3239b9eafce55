#if canImport(UIKit) && canImport(WebKit)
    import MarqueeHub
    import MarqueeWire
    import UIKit
    import WebKit

    /// Passes a web view's requests and messages to the presented hub, and returns the hub's answers.
    @MainActor
    final class PageAnswers: NSObject {
        /// The scheme of the release's pages and assets. Only this object loads them for the web view.
        static let scheme = ContentURI.scheme

        var hub: HubPresentation?
        var page: HubPage?
        private var recovery = PageRecovery()
    }

    extension PageAnswers: WKURLSchemeHandler {
        func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
            let request = urlSchemeTask.request
            guard let hub, let url = request.url else {
                return urlSchemeTask.didFailWithError(URLError(.resourceUnavailable))
            }
            let answer = hub.answer(
                ResourceRequest(url, document: request.mainDocumentURL),
                range: request.value(forHTTPHeaderField: "Range"), script: .standard)
            guard
                let response = HTTPURLResponse(
                    url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: answer.headers)
            else { return urlSchemeTask.didFailWithError(URLError(.badServerResponse)) }
            urlSchemeTask.didReceive(response)
            urlSchemeTask.didReceive(answer.body)
            urlSchemeTask.didFinish()
        }

        /// Does nothing: every answer is complete before the start call returns.
        func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}
    }

    extension PageAnswers: WKScriptMessageHandler {
        func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {
            guard let text = message.body as? String, let report = PageReport(message: text) else { return }
            hub?.hear(report)
        }
    }

    extension PageAnswers: WKNavigationDelegate {
        func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction) async
            -> WKNavigationActionPolicy
        {
            guard let hub, let url = navigationAction.request.url else { return .cancel }
            let isMainFrame = navigationAction.targetFrame?.isMainFrame ?? true
            return hub.allowsNavigation(to: url, isMainFrame: isMainFrame, showing: page) ? .allow : .cancel
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
            UIAccessibility.post(notification: .screenChanged, argument: webView)
        }

        func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
            failed(error)
        }

        func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            failed(error)
        }

        func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
            guard let page, let address = page.address else { return }
            if recovery.lost(page.id) {
                webView.load(URLRequest(url: address))
            } else {
                hub?.pageFailed(page.id, "the web view ended twice")
            }
        }

        private func failed(_ error: any Error) {
            guard PageRecovery.isFailure(error), let page else { return }
            hub?.pageFailed(page.id, error.localizedDescription)
        }
    }

    extension PageAnswers: WKUIDelegate {
        /// Returns no web view, so that no page opens a window.
        func webView(
            _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
            for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
        ) -> WKWebView? { nil }
    }
#endif
