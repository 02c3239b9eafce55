import Foundation
import MarqueeWire

/// The dictionary of a push, as a push service delivers it.
struct PushPayload: Sendable, Hashable {
    /// In bytes; the limit of Apple's push service.
    static let maximumSize = 4_096
    /// The deepest nesting, the dictionary itself included.
    static let maximumDepth = 32

    let json: Data
    /// The text that the phone shows; empty for a push that shows nothing.
    let text: String

    /// - Throws: `badCommand` for bytes that are no JSON object, or too large or too deep.
    init(json: Data) throws(LabError) {
        guard json.count <= Self.maximumSize else {
            throw LabError(.badCommand, "a push has at most \(Self.maximumSize) bytes")
        }
        guard JSONValue.depth(of: json) <= Self.maximumDepth else {
            throw LabError(.badCommand, "a push is nested at most \(Self.maximumDepth) levels deep")
        }
        guard let values = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] else {
            throw LabError(.badCommand, "a push is a JSON object, such as {\"aps\": {\"alert\": \"Hello\"}}")
        }
        self.json = json
        text = Self.text(values)
    }

    /// What the app's delegate gets.
    var userInfo: [AnyHashable: Any] {
        ((try? JSONSerialization.jsonObject(with: json)) as? [String: Any] ?? [:])
            .reduce(into: [:]) { $0[$1.key] = $1.value }
    }

    private static func text(_ values: [String: Any]) -> String {
        let alert = (values["aps"] as? [String: Any])?["alert"]
        if let text = alert as? String { return text }
        guard let alert = alert as? [String: Any] else { return "" }
        return ["title", "body"].compactMap { alert[$0] as? String }.filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
