import ArgumentParser
import Foundation

/// How a command answers: sentences for people, or one JSON document on standard output for programs.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: "Answer with one JSON document on standard output instead of text.")
    var json = false

    /// Prints `value` as JSON, or the text that `describe` makes of it.
    func print(_ value: some Encodable, describe: () -> String) throws {
        guard json else { return Swift.print(describe()) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        Swift.print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    var progress: ProgressLine { json ? ProgressLine(isEnabled: false) : ProgressLine() }
}
