public import Foundation

extension JSONValue {
    /// A name that one object of a document has twice; `nil` without one. Readers keep one of the two values, and not
    /// all of them the same.
    /// - Parameter bytes: a document that was decoded, so that its syntax is correct.
    public static func repeatedName(in bytes: Data) -> String? {
        // The names of each object that is not over; `nil` for an array.
        var objects: [Set<String>?] = []
        var isName = false
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "{"):
                objects.append([])
                isName = true
            case UInt8(ascii: "["):
                objects.append(nil)
                isName = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = objects.popLast()
                isName = false
            case UInt8(ascii: ","): isName = objects.last.flatMap { $0 } != nil
            case UInt8(ascii: "\""):
                let text = string(in: bytes, at: &index)
                if isName {
                    let name = plain(text)
                    guard objects[objects.count - 1]?.insert(name).inserted == true else { return name }
                    isName = false
                }
            default: break
            }
            index += 1
        }
        return nil
    }

    private static func plain(_ text: Data) -> String {
        guard text.contains(UInt8(ascii: "\\")) else {
            return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        }
        return (try? JSONDecoder().decode(String.self, from: text)) ?? ""
    }

    /// A text with its quotation marks; afterwards the index is that of the last one.
    private static func string(in bytes: Data, at index: inout Data.Index) -> Data {
        let start = index
        index += 1
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index, bytes.endIndex - 1)
        return bytes[start...index]
    }
}
