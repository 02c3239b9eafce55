import Foundation
import TOMLKit
import Yams

/// The block of settings at the top of an article file: YAML between `---`, TOML between `+++`, or JSON.
struct FrontMatter {
    /// A setting.
    ///
    /// Scalars stay as written, so that each reader interprets the text.
    indirect enum Value: Sendable, Equatable {
        case text(String)
        case list([Value])
        case table([String: Value])
    }

    /// The reason why a block, or a part of it, could not be read.
    struct Failure: Error {
        let line: Int
        let message: String
    }

    private(set) var values: [String: Value] = [:]
    /// The text after the block.
    private(set) var body: String
    /// How many lines come before ``body``.
    private(set) var bodyStart = 0
    /// Whether the block is TOML, as Zola and Hugo write it.
    private(set) var isTOML = false
    /// The first fault of the block; the readable settings are kept.
    private(set) var failure: Failure?

    /// The largest block, in bytes.
    static let maximumSize = 64 * 1024

    init(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let first = lines.first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        guard first == "---" || first == "+++",
            let end = lines.dropFirst().firstIndex(where: { $0.trimmingCharacters(in: .whitespaces) == first })
        else {
            body = text
            if first == "---" || first == "+++" { failure = Failure(line: 1, message: "the front matter has no end") }
            return
        }
        body = lines[(end + 1)...].joined(separator: "\n")
        bodyStart = end + 1
        isTOML = first == "+++"
        let block = lines[1..<end].joined(separator: "\n")
        do {
            guard block.utf8.count <= Self.maximumSize else {
                throw Failure(line: 1, message: "the front matter is too long")
            }
            values = try first == "---" ? Self.yaml(block) : Self.toml(block)
        } catch {
            failure = error as? Failure ?? Failure(line: 1, message: "\(error)")
            values = Self.plain(lines[1..<end], separator: first == "---" ? ":" : "=")
        }
    }

    // MARK: Reading values

    /// The setting at a path of keys, as one text.
    func text(_ path: String...) -> String? {
        guard case .text(let text)? = value(path[...], in: .table(values)) else { return nil }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// The setting as a list: the texts or names of a list, or the parts of one text between commas.
    func list(_ path: String...) -> [String] {
        switch value(path[...], in: .table(values)) {
        case .text(let text):
            text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        case .list(let items): items.compactMap(Self.name)
        case .table(let table): Self.name(.table(table)).map { [$0] } ?? []
        case nil: []
        }
    }

    /// The setting as true or false; `nil` when it is neither.
    func flag(_ key: String) -> Bool? {
        switch text(key)?.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    private static func name(_ value: Value) -> String? {
        switch value {
        case .text(let text): text.isEmpty ? nil : text
        case .table(let table): table["name"].flatMap(name) ?? table["title"].flatMap(name)
        case .list: nil
        }
    }

    private func value(_ path: ArraySlice<String>, in value: Value) -> Value? {
        guard let key = path.first else { return value }
        guard case .table(let table) = value, let next = table[key] else { return nil }
        return self.value(path.dropFirst(), in: next)
    }

    // MARK: Dialects

    private static func yaml(_ block: String) throws -> [String: Value] {
        do {
            var budget = 10_000
            guard let node = try Yams.compose(yaml: block) else { return [:] }
            guard case .table(let table) = try value(node, &budget) else {
                throw Failure(line: 2, message: "the front matter is not a list of settings")
            }
            return table
        } catch let error as YamlError {
            throw Failure(line: line(of: error) + 1, message: "the front matter is not YAML: \(reason(error))")
        }
    }

    /// A node with its descendants, at most `budget` nodes, because aliases could multiply without limit.
    private static func value(_ node: Node, _ budget: inout Int) throws -> Value {
        budget -= 1
        guard budget > 0 else { throw Failure(line: 1, message: "the front matter has too many values") }
        switch node {
        case .scalar(let scalar): return .text(scalar.string)
        case .sequence(let items): return .list(try items.map { try value($0, &budget) })
        case .mapping(let pairs):
            var table: [String: Value] = [:]
            for (key, item) in pairs { table[key.string ?? ""] = try value(item, &budget) }
            return .table(table)
        default: return .text("")
        }
    }

    private static func line(of error: YamlError) -> Int {
        switch error {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
        default: 1
        }
    }

    private static func reason(_ error: YamlError) -> String {
        switch error {
        case .scanner(_, let problem, _, _), .parser(_, let problem, _, _), .composer(_, let problem, _, _): problem
        case .duplicatedKeysInMapping(let keys, _): "\(keys) given twice"
        default: "it cannot be read"
        }
    }

    private static func toml(_ block: String) throws -> [String: Value] {
        do {
            let options: FormatOptions = [.quoteDateAndTimes, .quoteInfinitesAndNaNs, .allowUnicodeStrings]
            let json = try TOMLTable(string: block).convert(to: .json, options: options)
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
            guard case .table(let table) = settings(object) else { return [:] }
            return table
        } catch let error as TOMLParseError {
            throw Failure(
                line: Int(error.source.begin.line) + 1, message: "the front matter is not TOML: \(error.description)")
        }
    }

    private static func settings(_ object: Any) -> Value {
        switch object {
        case let table as [String: Any]: .table(table.mapValues(settings))
        case let list as [Any]: .list(list.map(settings))
        case let number as NSNumber where "\(type(of: object))".contains("Bool"):
            .text(number.boolValue ? "true" : "false")
        default: .text("\(object)")
        }
    }

    /// The settings that take one line each, for a block that does not parse. If a key is given twice, the last one
    /// counts.
    private static func plain(_ lines: ArraySlice<Substring>, separator: Character) -> [String: Value] {
        var values: [String: Value] = [:]
        for line in lines {
            guard let middle = line.firstIndex(of: separator), line.first?.isLetter == true else { continue }
            let key = line[..<middle].trimmingCharacters(in: .whitespaces)
            let text = line[line.index(after: middle)...].trimmingCharacters(in: .whitespaces)
            let quotes = CharacterSet(charactersIn: "\"'")
            if text.hasPrefix("["), text.hasSuffix("]") {
                let items = text.dropFirst().dropLast().split(separator: ",")
                values[key] = .list(
                    items.map { .text($0.trimmingCharacters(in: .whitespaces).trimmingCharacters(in: quotes)) })
            } else {
                values[key] = .text(text.trimmingCharacters(in: quotes))
            }
        }
        return values
    }
}
