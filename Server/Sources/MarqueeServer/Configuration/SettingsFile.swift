import Foundation

/// A settings file: one JSON object whose members are ``ServerOption`` names with texts, numbers or true and false as
/// values. As in JSON5, comments and a comma behind the last member are allowed.
struct SettingsFile {
    let values: [ServerOption: String]

    private struct Value: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(String.self) {
                text = value
            } else if let value = try? container.decode(Int.self) {
                text = String(value)
            } else {
                text = try container.decode(Bool.self) ? "on" : "off"
            }
        }
    }

    init(_ url: URL) throws(ServerConfigurationError) {
        let members: [String: Value]
        do {
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = true
            members = try decoder.decode([String: Value].self, from: try Data(contentsOf: url))
        } catch {
            throw ServerConfigurationError(
                .unreadableFile, "\(url.path()) cannot be read as a JSON object of settings, each a text or a number")
        }
        var values: [ServerOption: String] = [:]
        for (name, value) in members {
            guard let option = ServerOption(rawValue: name) else {
                let suggestion = Self.suggestion(for: name, among: ServerOption.allCases.map(\.rawValue))
                throw ServerConfigurationError(
                    .unknownKey, "\(url.path()): \"\(name.prefix(80))\" is not a setting\(suggestion)")
            }
            values[option] = value.text
        }
        self.values = values
    }

    /// "; did you mean …?" when one name is close to the given one.
    static func suggestion(for name: String, among names: [String]) -> String {
        let closest = names.map { ($0, distance(Array(name.lowercased()), Array($0.lowercased()))) }.min { $0.1 < $1.1 }
        guard let closest, closest.1 <= max(2, closest.0.count / 4) else { return "" }
        return "; did you mean \(closest.0)?"
    }

    /// The number of insertions, deletions and replacements between two names (Levenshtein).
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (i, character) in left.prefix(64).enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }
}
