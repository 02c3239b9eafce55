import Comparison
import Foundation

/// A folder of invented articles, 6 kB of text and a picture of 15 to 45 kB each, the same in every run, and the edits
/// that make a new day or a new week of it.
struct Magazine {
    let folder: URL
    private var random = RepeatableRandom(seed: 11)
    private let vocabulary: [String]
    private var names: [String] = []
    private var written = 0

    init(in folder: URL, articles: Int) throws {
        self.folder = folder.appending(path: "magazine", directoryHint: .isDirectory)
        vocabulary = Self.words(4_000, using: &random)
        try FileManager.default.createDirectory(
            at: self.folder.appending(path: "images"), withIntermediateDirectories: true)
        for _ in 0..<articles { try add() }
    }

    /// Writes one more article, newer than all before.
    mutating func add() throws {
        written += 1
        let name = "story-\(written)"
        let day = Date(timeIntervalSince1970: 1_700_000_000 + Double(written) * 40_000)
        let paragraphs = (0..<9).map { _ in paragraph() }.joined(separator: "\n\n")
        let text = """
            ---
            title: "\(sentence(words: 5))"
            date: \(day.ISO8601Format())
            categories: [\(["news", "food", "travel", "people"][written % 4])]
            tags: [\(vocabulary[written % 40]), \(vocabulary[written % 17])]
            ---

            ![\(sentence(words: 4))](images/\(name).png)

            \(paragraphs)
            """
        try Data(text.utf8).write(to: file(name))
        try picture().write(to: folder.appending(path: "images/\(name).png"))
        names.append(name)
    }

    /// Adds a sentence to that many articles, spread over all of them.
    mutating func edit(_ count: Int) throws {
        for index in 0..<count {
            let file = file(names[(index * 37 + 5) % names.count])
            let text = try String(contentsOf: file, encoding: .utf8)
            try Data((text + " " + sentence(words: 12)).utf8).write(to: file)
        }
    }

    /// Removes the oldest articles.
    mutating func remove(_ count: Int) throws {
        for name in names.prefix(count) { try FileManager.default.removeItem(at: file(name)) }
        names.removeFirst(count)
    }

    private func file(_ name: String) -> URL { folder.appending(path: "\(name).md") }

    private mutating func paragraph() -> String {
        (0..<8).map { _ in sentence(words: Int.random(in: 8...16, using: &random)) }.joined(separator: " ")
    }

    /// Words as frequent as they are in prose: the n-th of the vocabulary about 1/n as often as the first.
    private mutating func sentence(words count: Int) -> String {
        let words = (0..<count).map { _ in
            let rank = pow(Double(vocabulary.count), Double.random(in: 0..<1, using: &random))
            return vocabulary[min(Int(rank), vocabulary.count) - 1]
        }
        return words.joined(separator: " ").capitalizedFirst + "."
    }

    /// The header of a PNG and noise: what a compressed picture looks like to a compressor.
    private mutating func picture() -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
        data.append(contentsOf: [0, 0, 3, 32, 0, 0, 2, 88, 8, 2, 0, 0, 0])
        for _ in 0..<Int.random(in: 15_000...45_000, using: &random) {
            data.append(UInt8.random(in: .min ... .max, using: &random))
        }
        return data
    }

    private static func words(_ count: Int, using random: inout RepeatableRandom) -> [String] {
        let syllables = ["ba", "ren", "to", "mil", "ka", "so", "ne", "ver", "lu", "in", "da", "ther", "es", "ong"]
        return (0..<count).map { index in
            (0..<(1 + index % 4)).map { _ in syllables.randomElement(using: &random) ?? "la" }.joined()
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
