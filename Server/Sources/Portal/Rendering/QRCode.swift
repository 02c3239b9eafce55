import CQREncode
import Markup

/// A text as a picture that phones read.
package enum QRCode {
    /// Light modules on each side, which readers need (ISO/IEC 18004).
    private static let margin = 4

    /// The rows of a code without its margin; `true` is dark.
    /// - Returns: `nil` when the text is too long for a code.
    package static func modules(_ text: String) -> [[Bool]]? {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        let modules = UnsafeBufferPointer(start: code.pointee.data, count: width * width)
        return (0..<width).map { row in modules[row * width..<(row + 1) * width].map { $0 & 1 == 1 } }
    }

    /// An SVG image of the text, dark on light in both colour schemes.
    /// - Parameter label: what the image is, for people who do not see it.
    /// - Returns: `nil` when the text is too long for a code.
    static func svg(_ text: String, label: String) -> HTML? {
        guard let modules = modules(text) else { return nil }
        let size = modules.count + 2 * margin
        var path = ""
        for (row, line) in modules.enumerated() {
            for (column, isDark) in line.enumerated() where isDark {
                path += "M\(column + margin) \(row + margin)h1v1h-1z"
            }
        }
        return """
            <svg class="qr" viewBox="0 0 \(size) \(size)" role="img" aria-label="\(label)" shape-rendering="crispEdges">\
            <rect width="\(size)" height="\(size)" fill="#fff"/><path d="\(path)" fill="#000"/></svg>
            """
    }
}
