import Foundation
import PlatformStore

/// JSON whose objects name each member once: readers that keep the first and readers that keep the last of two would read
/// different documents.
enum JSONObject {
    private static let maximumDepth = 16

    /// - Parameter refused: members that the outermost object may not have.
    /// - Throws: `malformed`.
    static func decode<Value: Decodable>(
        _ bytes: Data, without refused: Set<String> = []
    ) throws(ReceiptRefusal) -> Value {
        // The decoder also reads UTF-16 and UTF-32, where bytes of other characters look like brackets. Objects in
        // these encodings have zero bytes, and JSON in UTF-8 has none.
        guard !bytes.contains(0) else { throw .malformed }
        // The decoder checks the whole syntax, so that the look at the names only sees correct JSON.
        guard let value = try? JSONDecoder().decode(Value.self, from: bytes), namesAreUnique(bytes, without: refused)
        else { throw .malformed }
        return value
    }

    /// Whether each object names its members once, in text without escapes.
    private static func namesAreUnique(_ bytes: Data, without refused: Set<String>) -> Bool {
        var objects: [Set<String>?] = []
        var isName = false
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "{"):
                objects.append([])
                isName = true
            case UInt8(ascii: "["): objects.append(nil)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = objects.popLast()
                isName = false
            case UInt8(ascii: ","): isName = objects.last.flatMap { $0 } != nil
            case UInt8(ascii: "\""):
                let text = string(in: bytes, at: &index)
                if isName {
                    guard let text, objects[objects.count - 1]?.insert(text).inserted == true,
                        objects.count > 1 || !refused.contains(text)
                    else { return false }
                    isName = false
                }
            default: break
            }
            guard objects.count <= maximumDepth else { return false }
            index += 1
        }
        return true
    }

    /// The string that begins at a quotation mark; afterwards the index is that of its last mark.
    /// - Returns: `nil` for a string with an escape.
    private static func string(in bytes: Data, at index: inout Data.Index) -> String? {
        let start = index + 1
        var hasEscape = false
        index = start
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") {
                hasEscape = true
                index += 1
            }
            index += 1
        }
        return hasEscape ? nil : String(decoding: bytes[start..<min(index, bytes.endIndex)], as: UTF8.self)
    }
}
