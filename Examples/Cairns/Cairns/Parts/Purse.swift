import Foundation

/// What the player owns, by name.
struct Purse: Sendable, Equatable, Codable {
    private(set) var amounts: [String: Int64] = [:]
    /// Receipts and transactions that are in the purse. After a crash the SDK and the store may hand one over again.
    private var taken: Set<String> = []

    /// Puts something into the purse, once for each receipt.
    mutating func put(_ quantity: Int64, of name: String, receipt: String) {
        guard taken.insert(receipt).inserted else { return }
        amounts[name, default: 0] += quantity
    }
}

/// The purse on disk: amounts and receipts in one file, so that a crash never separates them.
struct PurseFile: Sendable {
    let url: URL

    /// An empty purse if there is no file yet.
    func read() throws -> Purse {
        guard FileManager.default.fileExists(atPath: url.path) else { return Purse() }
        return try JSONDecoder().decode(Purse.self, from: Data(contentsOf: url))
    }

    func write(_ purse: Purse) throws {
        try JSONEncoder().encode(purse).write(to: url, options: .atomic)
    }
}
