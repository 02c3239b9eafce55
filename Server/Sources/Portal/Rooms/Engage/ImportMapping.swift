import Foundation
import PlatformStore

/// The first rows of a CSV file, and which of its columns goes where.
struct ImportMapping: Sendable {
    /// How many rows a preview shows beside the first.
    static let previewRows = 5
    /// The most columns of a file that can go somewhere.
    static let mostColumns = 500
    private static let shownCharacters = 60

    /// Fields by row, as far as the bytes reach.
    let rows: [[String]]
    /// The name of the column that each of the file's columns fills; `nil` for one that is skipped.
    var columns: [String?]
    /// Whether the first row names the columns.
    var hasHeading: Bool

    /// Guesses by the names in the first row.
    /// - Parameters:
    ///   - bytes: the beginning of the file.
    ///   - isWhole: whether the file ends with them.
    init(_ bytes: Data, isWhole: Bool, of target: [ListColumn]) {
        let records = FileRows(Array(bytes), from: 0, isLast: isWhole, number: 0, skipsFirst: false).records
        rows = records.lazy.map(\.fields).filter { $0 != [""] }.prefix(Self.previewRows + 1).map(\.self)
        var (free, columns) = (target, [String?]())
        for name in (rows.first ?? []).prefix(Self.mostColumns) {
            let folded = Self.folded(name)
            let place = free.firstIndex { Self.folded($0.name) == folded && !folded.isEmpty }
            columns.append(place.map { free[$0].name })
            if let place { free.remove(at: place) }
        }
        self.columns = columns
        hasHeading = columns.contains { $0 != nil }
    }

    /// What a person chose in the form of this file.
    /// - Throws: ``PortalError`` with `invalidField` when nothing is mapped, or two columns go to one place.
    mutating func choose(_ form: FormFields) throws(PortalError) {
        hasHeading = form.has("heading")
        columns = columns.indices.map { form.optional("map.\($0 + 1)") }
        let chosen = columns.compactMap { $0?.lowercased() }
        guard !chosen.isEmpty else {
            throw PortalError(.invalidField, "Choose a column for at least one of the file’s.")
        }
        guard Set(chosen).count == chosen.count else {
            throw PortalError(.invalidField, "Two columns of the file go to the same column.")
        }
    }

    /// A value of a preview, cut to what a table can show.
    static func shown(_ text: String) -> String {
        text.count > shownCharacters ? text.prefix(shownCharacters) + "…" : text
    }

    /// Names are the same whatever their case, spaces and punctuation: `mobile_user_id` is `Mobile User Id`.
    private static func folded(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}
