/// A message with its number: `{"command": "expand", "arguments": ["https://…"], "id": 7}`.
struct Envelope {
    /// The number of the message within its page, at least 0. The answer repeats it, so that the page can tell old
    /// answers from new ones.
    var id: Int
    /// The message, or the reason why it cannot be understood.
    var content: Result<Container.Message, Container.Problem>

    init(parsing text: String, limits: Container.Limits) {
        id = 0
        guard text.utf8.count <= limits.messageBytes else {
            content = Self.failure("The message is longer than \(limits.messageBytes) bytes")
            return
        }
        guard let record = ScriptValue(json: text)?.record, let name = record["command"]?.text else {
            content = Self.failure("The message is not valid JSON with a command")
            return
        }
        id = record["id"]?.whole.map { max(0, $0) } ?? 0
        let arguments = record["arguments"]?.list ?? []
        guard let command = Container.Command(rawValue: name) else {
            content = .failure(Container.Problem("There is no such command", action: name))
            return
        }
        content = Container.Message.Reader(command: command, arguments: arguments, limits: limits).message()
    }

    private static func failure(_ message: String) -> Result<Container.Message, Container.Problem> {
        .failure(Container.Problem(message, action: "message"))
    }
}
