import Foundation
import XMLTree

extension XMLElement {
    /// Reads the root of a document from outside, within the limits of ``XMLText``.
    /// - Parameter location: the base of relative addresses in the document.
    static func parse(_ data: Data, location: URL? = nil) throws -> XMLElement {
        let text = try XMLText(data)
        return try parse(
            text.bytes, encoding: text.encoding, skippedLines: text.skippedLines, location: location)
    }
}
