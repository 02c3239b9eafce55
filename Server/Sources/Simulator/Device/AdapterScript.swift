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

    /// The page with the script right behind its policy, so that it hears of every request the policy refuses.
    static func insert(into page: Data) -> Data {
        let script = Data("<script>\(source)</script>".utf8)
        guard let policy = page.range(of: Data("<meta http-equiv=\"Content-Security-Policy\"".utf8)),
            let end = page[policy.upperBound...].firstIndex(of: UInt8(ascii: ">"))
        else { return script + page }
        return page[...end] + script + page[page.index(after: end)...]
    }
}
