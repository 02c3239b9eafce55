import Crypto
import Foundation

/// The script that the lab adds to each page it shows, as an app's web view adapter adds its own: reports links,
/// scrolling and refused requests.
enum AdapterScript {
    static let source: String = {
        let url = Bundle.module.url(forResource: "Assets/adapter", withExtension: "js")
        return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    }()

    /// As a source of a Content-Security-Policy.
    static let hash = "sha256-" + Data(SHA256.hash(data: Data(source.utf8))).base64EncodedString()

    /// How every page of the SDK begins: its document type, its root and its policy, which holds no quotation mark.
    private static let start = Data("<!DOCTYPE html>".utf8)
    private static let policy = Data("<head><meta http-equiv=\"Content-Security-Policy\" content=\"".utf8)
    private static let policyEnd = Data("\">".utf8)

    /// The page with the script right behind its policy, so that it hears of every request the policy refuses.
    ///
    /// Only the policy with which the SDK begins a page counts, never one further on.
    static func insert(into page: Data) -> Data {
        let script = Data("<script>\(source)</script>".utf8)
        guard page.starts(with: start), let root = page.range(of: policy),
            page[..<root.lowerBound].count(where: { $0 == UInt8(ascii: "<") }) == 2,
            let end = page.range(of: policyEnd, in: root.upperBound..<page.endIndex)
        else { return start + script + page }
        return page[..<end.upperBound] + script + page[end.upperBound...]
    }
}
