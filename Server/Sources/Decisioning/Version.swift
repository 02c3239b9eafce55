/// A version, such as that of a system: numbers with points between them.
public struct Version: Sendable, Hashable {
    /// The most parts that are compared.
    private static let most = 4

    /// The numbers, the most significant first.
    public let parts: [Int]

    /// `nil` for a text that is not 1 to 4 numbers with points between them; parts behind the fourth do not count.
    public init?(_ text: some StringProtocol) {
        let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).prefix(Self.most)
        var parts: [Int] = []
        for word in words {
            guard (1...9).contains(word.count), word.allSatisfy({ (48...57).contains($0) }) else { return nil }
            parts.append(word.reduce(0) { $0 * 10 + Int($1 - 48) })
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    /// The version at the end of a system's name, such as "iPhone OS 17.1".
    public init?(ofSystem name: String) {
        guard let word = name.utf8.split(separator: UInt8(ascii: " ")).last else { return nil }
        self.init(Substring(word))
    }

    /// Whether as many parts as the other version has are at least the other's.
    func isAtLeast(_ bound: Version) -> Bool { difference(from: bound) >= 0 }

    /// Whether as many parts as the other version has are at most the other's: 6.1.3 is at most 6.
    func isAtMost(_ bound: Version) -> Bool { difference(from: bound) <= 0 }

    /// Whether the version begins as the other: 6.1.3 is a 6.1.
    func begins(as other: Version) -> Bool { difference(from: other) == 0 }

    /// Of the first part that differs among as many as the other version has; a missing part is 0.
    private func difference(from other: Version) -> Int {
        for (place, part) in other.parts.enumerated() {
            let own = place < parts.count ? parts[place] : 0
            if own != part { return own - part }
        }
        return 0
    }
}
