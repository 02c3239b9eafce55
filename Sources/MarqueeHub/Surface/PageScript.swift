public import Foundation
import MarqueeWire

/// The script that a surface with a web view puts into each page. It reports links, scrolling, videos and refused
/// requests as ``PageReport``s.
///
/// ```swift
/// let scriptHashes = [PageScript.standard.hash]
/// …
/// let bytes = page.html(with: .standard)
/// ```
///
/// The text of the script is the same in each page, so that the page's policy can name its hash. The values that differ
/// between pages are attributes of the script's element.
public struct PageScript: Sendable, Hashable {
    /// The text between the tags of the script's element.
    public let source: String
    /// The script as a source of a Content-Security-Policy, for ``HubSurface/scriptHashes``: `sha256-…`.
    public let hash: String

    /// Makes a script. The text must not contain `</`, which would end the element before the end of the hashed text.
    public init(source: String) {
        self.source = source
        let digits = Array(ObjectHash(of: Data(source.utf8)).hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        hash = "sha256-" + Data(bytes).base64EncodedString()
    }

    /// The SDK's own script, read once. It is empty if the app lacks the SDK's resources; then no page reports
    /// anything.
    ///
    /// In a web view the script posts texts to the message handler ``messageHandler``. In a frame it posts objects to
    /// the parent page.
    public static let standard = PageScript(source: text ?? "")

    /// The name of the web view's message handler that receives the reports of ``standard``.
    public static let messageHandler = "marquee"

    private static let text: String? = {
        let url = Bundle.module.url(forResource: "page", withExtension: "js")
        return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
    }()
}

extension HubPage {
    /// The document with the script directly after the page's policy, so that the script learns of every request that
    /// the policy refuses.
    ///
    /// The policy must allow the script; see ``HubSurface/scriptHashes``.
    public func html(with script: PageScript) -> Data {
        let element = "<script data-visit=\"\(id)\" data-scroll=\"\(scrollPosition)\">\(script.source)</script>"
        // `MarkupFilter` begins each page like this. Only a policy at this position is the device's own.
        let policy = headers["content-security-policy"] ?? ""
        for scheme in Hub.ColorScheme.allCases {
            let start = Data(PagePolicy.pageStart(scheme, policy).utf8)
            if html.starts(with: start) { return start + Data(element.utf8) + html[(html.startIndex + start.count)...] }
        }
        return Data((PagePolicy.documentStart + element).utf8) + html
    }
}
