import Foundation

@testable import VAST

/// Compares a document with ``SchemaRules``.
struct SchemaCheck {
    let rules: [String: SchemaRules.Rule]
    let isNew: Bool
    private(set) var violations: [String] = []

    init(_ edition: DocumentWriter.Edition) {
        isNew = edition == .vast42
        rules = isNew ? SchemaRules.new : SchemaRules.old
    }

    static func violations(in text: String, _ edition: DocumentWriter.Edition) throws -> [String] {
        var check = SchemaCheck(edition)
        let root = try MarkupReader.read(text)
        if root.name != "VAST" { return ["the root is \(root.name)"] }
        let namespace = root.attributes["xmlns"]
        if namespace != (edition == .vast42 ? "http://www.iab.com/VAST" : nil) {
            return ["namespace \(namespace ?? "-")"]
        }
        check.visit(root, path: ["VAST"])
        return check.violations
    }

    private mutating func visit(_ element: Extension.Element, path: [String]) {
        guard let rule = rule(path) else {
            if !element.children.isEmpty { violations.append("\(path.joined(separator: "/")) holds elements") }
            checkAttributes(element, SchemaRules.Rule(children: "", attributes: []), path)
            return
        }
        checkAttributes(element, rule, path)
        guard !rule.children.hasPrefix("ANY") else {
            if !element.text.isEmpty { violations.append("\(path.joined(separator: "/")) holds text") }
            return
        }
        let names = element.children.map(\.name)
        if !matches(names[...], rule.children) {
            violations.append("\(path.joined(separator: "/")) holds \(names.joined(separator: " "))")
        }
        if !rule.children.isEmpty, !element.text.isEmpty {
            violations.append("\(path.joined(separator: "/")) holds text")
        }
        for child in element.children { visit(child, path: path + [child.name]) }
    }

    private func rule(_ path: [String]) -> SchemaRules.Rule? {
        guard let name = path.last else { return nil }
        let parent = path.dropLast().last ?? ""
        if path.contains("Wrapper"), let rule = rules["Wrapper>\(name)"] { return rule }
        return rules["\(parent)/\(name)"] ?? rules[name]
    }

    /// Whether the children match a line: an optional list of alternatives before `;`, then a sequence or alternatives.
    private func matches(_ names: ArraySlice<String>, _ line: String) -> Bool {
        let parts = line.split(separator: ";")
        guard parts.count == 1 else {
            guard parts.count == 2 else { return names.isEmpty }
            let heads = parts[0].split(separator: "/").map { $0.filter { $0 != " " && $0 != "?" } }
            let rest = names.first.map { heads.contains($0) } == true ? names.dropFirst() : names
            return follows(rest, parts[1].split(separator: " "))
        }
        return line.split(separator: "/").contains { follows(names, $0.split(separator: " ")) }
    }

    private func follows(_ names: ArraySlice<String>, _ tokens: [Substring]) -> Bool {
        var rest = names
        for token in tokens {
            let count = rest.prefix { $0 == name(token) }.count
            guard range(token).contains(count) else { return false }
            rest = rest.dropFirst(count)
        }
        return rest.isEmpty
    }

    private func name(_ token: Substring) -> String {
        let bare = token.hasSuffix("?") || token.hasSuffix("*") || token.hasSuffix("+") ? token.dropLast() : token
        return String(bare.split(separator: ">").last ?? bare)
    }

    private func range(_ token: Substring) -> ClosedRange<Int> {
        switch token.last {
        case "?": 0...1
        case "*": 0...Int.max
        case "+": 1...Int.max
        default: 1...1
        }
    }

    private mutating func checkAttributes(_ element: Extension.Element, _ rule: SchemaRules.Rule, _ path: [String]) {
        guard rule.attributes != ["ANY"] else { return }
        let place = path.joined(separator: "/")
        for name in rule.attributes where name.hasSuffix("!") && element.attributes[String(name.dropLast())] == nil {
            violations.append("\(place) lacks @\(name.dropLast())")
        }
        for (name, value) in element.attributes where name != "xmlns" {
            if !rule.attributes.contains(where: { $0 == name || $0 == name + "!" }) {
                violations.append("\(place) has @\(name)")
            } else if !SchemaValues.allows(value, of: name, in: element.name, isNew: isNew) {
                violations.append("\(place)/@\(name) is \(value)")
            }
        }
        if !SchemaValues.allows(element.text, of: "", in: element.name, isNew: isNew) {
            violations.append("\(place) is \(element.text)")
        }
    }
}
