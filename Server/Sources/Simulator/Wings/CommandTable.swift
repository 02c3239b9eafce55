import Foundation

/// The commands of all wings by their full names.
struct CommandTable: Sendable {
    /// The largest encoded command, in bytes: room for the longest message of a unit's template, escaped.
    static let maximumSize = 256 * 1024

    private let commands: [String: any LabCommand.Type]

    /// - Parameter wings: their ids differ, and so do the names within each; of two equal names the first counts.
    init(_ wings: [any LabWing]) {
        let named = wings.flatMap { wing in wing.commands.map { ("\(wing.id).\($0.name)", $0) } }
        commands = Dictionary(named) { first, _ in first }
    }

    /// The full names in alphabetical order.
    var names: [String] { commands.keys.sorted() }

    private struct Head: Decodable {
        let name: String
        let app: String?
    }

    /// Reads a request.
    /// - Throws: `badCommand` with a sentence that names the fault.
    func command(json: Data) throws(LabError) -> (command: any LabCommand, app: String?) {
        let head = try Self.decode(Head.self, json, as: "the command", otherwise: "the command is not JSON")
        guard let type = commands[head.name] else {
            let known = names.joined(separator: ", ")
            throw LabError(.badCommand, "there is no command \(head.name.prefix(40)); there are \(known)")
        }
        // Foundation does not say which number it could not read as an integer.
        let command = try Self.decode(
            type, json, as: head.name, otherwise: "a number of \(head.name) is not an integer")
        return (command, head.app)
    }

    private static func decode<Value: Decodable>(
        _: Value.Type, _ json: Data, as subject: String, otherwise: String
    ) throws(LabError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: json)
        } catch let error as LabError {
            throw error
        } catch DecodingError.keyNotFound(let key, _) {
            throw LabError(.badCommand, "\(subject) lacks its \"\(key.stringValue)\"")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            throw LabError(.badCommand, fault(context, subject) ?? "a command is a JSON object")
        } catch DecodingError.dataCorrupted(let context) {
            throw LabError(.badCommand, fault(context, subject) ?? otherwise)
        } catch {
            throw LabError(.badCommand, otherwise)
        }
    }

    /// Names the member that has the fault; `nil` when it is the whole text.
    private static func fault(_ context: DecodingError.Context, _ subject: String) -> String? {
        let member = context.codingPath.map(\.stringValue).joined(separator: ".")
        return member.isEmpty ? nil : "\"\(member)\" of \(subject) is of a wrong type"
    }
}
