import Foundation

@testable import Samples

/// Writes each document of the tests into the folder that is named as the argument.
let folder = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "corpus", isDirectory: true)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
for (index, sample) in SampleDocument.all.enumerated() {
    try sample.data.write(to: folder.appendingPathComponent("sample-\(index).xml"))
}
print("\(SampleDocument.all.count) documents in \(folder.path)")
