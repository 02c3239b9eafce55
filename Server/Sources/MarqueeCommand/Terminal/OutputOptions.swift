import ArgumentParser
import Foundation

/// How a command answers: sentences for people, or one JSON document on standard output for programs.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: "Answer with one JSON document on standard output instead of text.")
    var json = false

    /// Prints `value` as JSON, or the text that `describe` makes of it.
    func print(_ value: some Encodable, describe: () -> String) throws {
        try print(value, formatting: .prettyPrinted, describe: describe)
    }

    /// The same for what is printed again and again: a line of JSON each time.
    func print(line value: some Encodable, describe: () -> String) throws {
        try print(value, formatting: [], describe: describe)
    }

    private func print(_ value: some Encodable, formatting: JSONEncoder.OutputFormatting, describe: () -> String) throws
    {
        guard json else { return Self.write(describe()) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        encoder.dateEncodingStrategy = .iso8601
        Self.write(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Straight to standard output, so that a program at the other end of a pipe reads it at once.
    private static func write(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }

    var progress: ProgressLine { json ? ProgressLine(isEnabled: false) : ProgressLine() }
}
