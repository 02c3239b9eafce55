@_exported public import UIKit

@MainActor open class WKWebView: UIView {
    public init(frame: CGRect, configuration: WKWebViewConfiguration) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open var configuration: WKWebViewConfiguration { declared() }
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    open weak var uiDelegate: (any WKUIDelegate)?
    open var scrollView: UIScrollView { declared() }
    open var allowsLinkPreview = true
    open var allowsBackForwardNavigationGestures = false
    open var pageZoom: CGFloat = 1
    open var url: URL? { declared() }
    @discardableResult open func load(_ request: URLRequest) -> WKNavigation? { declared() }
    open func stopLoading() {}
    open func pauseAllMediaPlayback(completionHandler: (@MainActor @Sendable () -> Void)? = nil) {}
    open func pauseAllMediaPlayback() async {}
    open func evaluateJavaScript(_ javaScriptString: String) async throws -> Any? { declared() }
    open func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        contentWorld: WKContentWorld
    ) async throws -> Any? { declared() }
    public func callAsyncJavaScript(
        _ functionBody: String, arguments: [String: Any] = [:], in frame: WKFrameInfo? = nil,
        in contentWorld: WKContentWorld,
        completionHandler: (@MainActor @Sendable (Result<Any, any Error>) -> Void)? = nil
    ) {}
}

@MainActor open class WKContentWorld: NSObject {
    open class var page: WKContentWorld { declared() }
}

@MainActor open class WKNavigation: NSObject {}
@MainActor open class WKWindowFeatures: NSObject {}

@MainActor open class WKWebViewConfiguration: NSObject {
    open var websiteDataStore: WKWebsiteDataStore {
        get { declared() }
        set {}
    }
    open var userContentController: WKUserContentController {
        get { declared() }
        set {}
    }
    open var preferences: WKPreferences {
        get { declared() }
        set {}
    }
    open var allowsInlineMediaPlayback = false
    open var allowsPictureInPictureMediaPlayback = true
    open var mediaTypesRequiringUserActionForPlayback = WKAudiovisualMediaTypes.all
    open var dataDetectorTypes: WKDataDetectorTypes = []
    open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String) {}
}

public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let all = WKAudiovisualMediaTypes(rawValue: .max)
}

public struct WKDataDetectorTypes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

@MainActor open class WKPreferences: NSObject {
    open var javaScriptCanOpenWindowsAutomatically = false
}

@MainActor open class WKWebsiteDataStore: NSObject {
    open class func nonPersistent() -> WKWebsiteDataStore { declared() }
}

@MainActor open class WKUserContentController: NSObject {
    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {}
    open func add(_ contentRuleList: WKContentRuleList) {}
    open func removeAllContentRuleLists() {}
}

@MainActor open class WKContentRuleList: NSObject {}

@MainActor open class WKContentRuleListStore: NSObject {
    open class func `default`() -> WKContentRuleListStore! { declared() }
    open func compileContentRuleList(
        forIdentifier identifier: String, encodedContentRuleList: String
    ) async throws -> WKContentRuleList? { declared() }
}
