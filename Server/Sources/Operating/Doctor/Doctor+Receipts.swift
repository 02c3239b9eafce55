import Foundation
import MarqueeWire
import Receipts

extension Doctor {
    private static let notice: TimeInterval = 30 * 86_400

    /// Whether signed receipts of purchases can be verified.
    func receiptCheck() -> Check {
        let name = "receipts"
        guard let file = subject.receiptRoot else {
            return Check(
                name, .skipped,
                "no root certificate of an app store is named, so signed receipts of purchases wait: "
                    + "docs/receipts.md says where it comes from, --receipt-root names its file")
        }
        do throws(TrustedRoots.FileError) {
            let roots = try TrustedRoots(file)
            let clock = Date(timeIntervalSince1970: Double(now().milliseconds) / 1000)
            let text = "\(roots.count) root certificates in \(file.path), valid until \(roots.ends.formatted(.iso8601))"
            return roots.ends < clock + Self.notice
                ? Check(name, .warning, "\(text): fetch the store's newer one") : Check(name, .ok, text)
        } catch {
            return Check(name, .wrong, "\(error.message): signed receipts of purchases wait until it can be read")
        }
    }
}
