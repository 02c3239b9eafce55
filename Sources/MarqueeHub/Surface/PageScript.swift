public import Foundation
import MarqueeWire

/// The script that a surface with a web view puts into each page: it reports links, scrolling, videos, and what the
/// page's policy refused, as ``PageReport``s.
///
/// ```swift
/// let scriptHashes = [PageScript.standard.hash]
/// …
/// let bytes = page.html(with: .standard)
/// ```
///
/// The text of the script is the same in each page, so that the page's policy can name its hash. What differs stands in
/// attributes of its element.
public struct PageScript: Sendable, Hashable {
    /// The text between the tags of its element.
    public let source: String
    /// The script as a source of a Content-Security-Policy, for ``HubSurface/scriptHashes``: `sha256-…`.
    public let hash: String

    /// Makes a script of a text that ends no element: a text with `</` in it would not run as it is hashed.
    public init(source: String) {
        self.source = source
        let digits = Array(ObjectHash(of: Data(source.utf8)).hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        hash = "sha256-" + Data(bytes).base64EncodedString()
    }

    /// The SDK's own script, read once; empty where the app lacks the SDK's resources, so that no page reports anything.
    ///
    /// Inside a web view it posts texts to the message handler ``messageHandler``; inside a frame, objects to the page
    /// around it.
    public static let standard = PageScript(source: text ?? "")

    /// The name under which a web view listens to ``standard``.
    public static let messageHandler = "marquee"

    private static let text: String? = {
        let url = Bundle.module.url(forResource: "page", withExtension: "js")
        return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
    }()
}

extension HubPage {
    /// The document with a script right behind its policy, so that the script hears of every request that the policy
    /// refuses.
    ///
    /// The policy must name the script: ``HubSurface/scriptHashes``.
    public func html(with script: PageScript) -> Data {
        let element = "<script data-visit=\"\(id)\" data-scroll=\"\(scrollPosition)\">\(script.source)</script>"
        // As `MarkupFilter` begins each page; only there is the policy the device's own.
        let policy = headers["content-security-policy"] ?? ""
        for scheme in Hub.ColorScheme.allCases {
            let start = Data(PagePolicy.pageStart(scheme, policy).utf8)
            if html.starts(with: start) { return start + Data(element.utf8) + html[(html.startIndex + start.count)...] }
        }
        return Data((PagePolicy.documentStart + element).utf8) + html
    }
}
