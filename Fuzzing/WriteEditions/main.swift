import Foundation
import VAST

@testable import Samples

// Writes the documents of the tests, and as many random ones, in each edition into a folder of its own below the one
// that is named as the argument. `make check-vast-schema` validates them.

let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "editions", isDirectory: true)
let randomCount = 500

/// What one edition is asked to carry: samples with the parts that 4.2 requires, and random documents of both editions.
func documents(for edition: DocumentWriter.Edition) -> [(name: String, document: Document)] {
    let samples = SampleDocument.all.enumerated().map { ("sample-\($0)", $1.expected.completed) }
    let sources: [(name: String, edition: DocumentWriter.Edition)] =
        edition == .vast30 ? [("random", .vast30), ("of42", .vast42)] : [("random", .vast42)]
    return samples
        + sources.flatMap { source in
            (0..<randomCount).map { seed in
                var random = RandomDocument(seed: UInt64(seed), source.edition)
                return ("\(source.name)-\(seed)", random.document())
            }
        }
}

for edition in DocumentWriter.Edition.allCases {
    let place = folder.appendingPathComponent("\(edition.version)", isDirectory: true)
    try? FileManager.default.removeItem(at: place)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    var (written, refused) = (0, 0)
    for (name, document) in documents(for: edition) {
        do {
            let text = try DocumentWriter(edition: edition).write(document).text
            try Data(text.utf8).write(to: place.appendingPathComponent(name + ".xml"))
            written += 1
        } catch is WriteError {
            refused += 1
        }
    }
    print("\(edition.version): \(written) documents written, \(refused) that lack a required part were not")
}
