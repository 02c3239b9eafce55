/// A text in a command that has at least one character.
struct FilledText: Decodable, Sendable {
    let text: String

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard !text.isEmpty else {
            throw LabError(.badCommand, "\"\(decoder.codingPath.last?.stringValue ?? "a text")\" is empty")
        }
    }
}
