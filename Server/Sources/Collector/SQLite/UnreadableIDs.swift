import Foundation

/// Looks for a person's ids in a batch that is no JSON, or not wholly.
///
/// An id is there as a text of its own between two quotes, or as the number behind one of the names of ids. A text that
/// only contains it is something else.
struct UnreadableIDs {
    private static let quote = UInt8(ascii: "\"")
    private static let names = ["install", "user", Identities.recipient.name, Identities.mobileUser.name].map {
        Array($0.utf8)
    }
    /// An escaped character takes so many bytes at most for each of its own.
    private static let escape = 6

    private let ids: Set<[UInt8]>
    private let longest: Int

    init(_ person: PersonIDs) {
        let all = [person.recipient].compactMap { $0 } + person.mobileUsers + person.users + person.devices
        ids = Set(all.map { Array($0.utf8) })
        longest = ids.map(\.count).max() ?? 0
    }

    /// Whether any of the ids is in a batch's bytes.
    func isAny(in bytes: [UInt8]) -> Bool {
        var start = 0
        var isNamed = false
        for end in quotes(bytes) + [bytes.count] {
            let part = bytes[start..<end]
            start = end + 1
            if isID(part) || (isNamed && isNumber(part)) { return true }
            isNamed = Self.names.contains { part.elementsEqual($0) }
        }
        return false
    }

    /// The places of quotes that no backslash stands before. A batch can begin within a text, so what lies between two
    /// of them is looked at on both sides.
    private func quotes(_ bytes: [UInt8]) -> [Int] {
        var (places, isEscaped): ([Int], Bool) = ([], false)
        for (place, byte) in bytes.enumerated() {
            if byte == Self.quote, !isEscaped { places.append(place) }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return places
    }

    private func isID(_ part: ArraySlice<UInt8>) -> Bool {
        guard part.count <= longest * Self.escape else { return false }
        guard part.contains(UInt8(ascii: "\\")) else { return ids.contains(Array(part)) }
        let text = try? JSONDecoder().decode(String.self, from: Data([Self.quote] + part + [Self.quote]))
        return text.map { ids.contains(Array($0.utf8)) } ?? false
    }

    /// Whether the part begins with a colon and an id that is a number.
    private func isNumber(_ part: ArraySlice<UInt8>) -> Bool {
        let rest = part.drop { $0 <= 0x20 }
        guard rest.first == UInt8(ascii: ":") else { return false }
        let number = rest.dropFirst().drop { $0 <= 0x20 }
        return ids.contains(Array(number.prefix { $0 > 0x20 && !",]}".utf8.contains($0) }))
    }
}
