package import Decisioning
import Foundation
import MarqueeWire

/// What an app says of its player in the parameter `custom`, a JSON object, as SDKs since 1.23 send it: conditions read a
/// member under its name with `custom.` before it.
///
/// A text, a number or a truth value is compared as such, a text that is a number as a number, and a list of texts as tags.
/// Whatever has another form is left out, because the request is answered in any case.
package struct CustomDimensions {
    /// Before the name of a member in conditions.
    static let prefix = "custom."
    /// The most bytes of the object.
    private static let largest = 4_096
    /// The most members, and the most tags of a list.
    private static let most = 100

    /// What conditions compare.
    package let attributes: [String: Condition.Value]

    /// Reads the parameter; one that is no object has no members.
    package init(_ text: String) {
        guard !text.isEmpty, let value = try? JSONValue(bytes: Data(text.utf8), maximumSize: Self.largest),
            case .record(let members) = value
        else {
            attributes = [:]
            return
        }
        var attributes: [String: Condition.Value] = [:]
        for (name, member) in members.sorted(by: { $0.key < $1.key }).prefix(Self.most)
        where !name.isEmpty && PlacementRecord.isTag(Self.prefix + name) {
            attributes[Self.prefix + name] = Self.value(member)
        }
        self.attributes = attributes
    }

    private static func value(_ member: JSONValue) -> Condition.Value? {
        switch member {
        case .text(let text): Self.number(text).map { .number($0) } ?? .text(text)
        case .integer(let number): .number(Double(number))
        case .number(let number): .number(number)
        case .truth(let isTrue): .text(isTrue ? "true" : "false")
        case .list(let members):
            .set(
                Set(
                    members.prefix(most).compactMap { member in
                        if case .text(let text) = member { text } else { nil }
                    }))
        case .null, .record: nil
        }
    }

    /// A text that would be written in the same way as a number: not 007, which may be a name, and not 1.10, which may be a
    /// version.
    private static func number(_ text: String) -> Double? {
        guard let bound = Bound(text), let number = bound.number, Bound(number)?.text == text else { return nil }
        return number
    }
}
