import ArgumentParser
import Foundation

/// The form of a command's answer: sentences for people, or one JSON document on standard output for programs.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: "Answer with one JSON document on standard output instead of text.")
    var json = false

    /// Prints `value` as JSON, or the text from `describe`.
    func print(_ value: some Encodable, describe: () -> String) throws {
        try print(value, formatting: .prettyPrinted, describe: describe)
    }

    /// The same for repeated output: one line of JSON each time.
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

    /// Writes without buffering, so that a program at the other end of a pipe reads the text at once.
    private static func write(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }

    var progress: ProgressLine { json ? ProgressLine(isEnabled: false) : ProgressLine() }
}
