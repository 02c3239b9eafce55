import Foundation

/// What the player of a sample game owns, by name.
struct Purse: Codable, Sendable, Equatable {
    private(set) var amounts: [String: Int64] = [:]
    /// The receipts whose goods are in the purse. After a kill, SDK and store may hand goods over again.
    private var receipts: Set<String> = []

    /// Puts goods into the purse, once for each receipt.
    /// - Returns: whether they were new.
    mutating func put(_ quantity: Int64, of name: String, receipt: String) -> Bool {
        guard receipts.insert(receipt).inserted else { return false }
        let (sum, isTooLarge) = amounts[name, default: 0].addingReportingOverflow(quantity)
        amounts[name] = isTooLarge ? .max : sum
        return true
    }
}

/// A purse in one file, so that no kill separates amounts from receipts.
struct PurseFile: Sendable {
    let url: URL

    init(in folder: URL) { url = folder.appending(path: "purse.json") }

    /// An empty purse for a new app, and for a file that cannot be read.
    func read() -> Purse {
        (try? JSONDecoder().decode(Purse.self, from: Data(contentsOf: url))) ?? Purse()
    }

    func write(_ purse: Purse) throws {
        try JSONEncoder().encode(purse).write(to: url, options: .atomic)
    }
}
