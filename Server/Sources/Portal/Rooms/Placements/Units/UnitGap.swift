import MarqueeWire
import PlatformStore

/// Something that a unit needs before it can start.
struct UnitGap: Sendable, Equatable {
    /// The name of the editor's field or rows; empty where no field is to blame.
    let field: String
    let label: String
    var sentence = "Needed before the unit can start."
}

extension ContentUnitRecord {
    /// What the unit needs before it can start, in the order of the editor; empty for a unit that can be started.
    var gaps: [UnitGap] {
        guard let obstacle else { return [] }
        let members = kind.members.filter { $0.isNeeded && document.value(at: $0.path) == nil }
            .map { UnitGap(field: "d.\($0.path)", label: $0.label) }
        let known = members + pictureGaps + rowGaps
        guard known.isEmpty else { return known }
        let label = "\(obstacle.prefix(1).uppercased())\(obstacle.dropFirst())"
        return [UnitGap(field: "", label: label, sentence: "\(label).")]
    }

    private var pictureGaps: [UnitGap] {
        let names = ["PH_PORTRAIT", "PH_LANDSCAPE"]
        guard kind == .image, !names.contains(where: { missing(of: $0).isEmpty }) else { return [] }
        // A picture that somebody began is to be completed.
        let begun = names.first { missing(of: $0).count < Self.pictureMembers.count } ?? names[0]
        return missing(of: begun).map { path in
            UnitGap(
                field: "d.\(path)", label: kind.members.first { $0.path == path }?.label ?? path,
                sentence: "A picture has an address, a width and a height.")
        }
    }

    private static let pictureMembers = ["url", "w", "h"]

    private func missing(of orientation: String) -> [String] {
        Self.pictureMembers.map { "image.\(orientation).\($0)" }.filter { document.value(at: $0) == nil }
    }

    /// The fields with one of these pictures, in the order of the editor.
    func fields(of pictures: Set<LibraryPicture>) -> [UnitGap] {
        func isOne(_ value: JSONValue?) -> Bool {
            guard let address = (value?["url"] ?? value)?.text, let picture = LibraryPicture(address) else {
                return false
            }
            return pictures.contains(picture)
        }
        let members = kind.members.filter { $0.form == .picture && isOne(document.value(at: $0.path)) }
            .map { UnitGap(field: "d.\($0.path)", label: $0.label) }
        guard let rows = kind.rows else { return members }
        let entries = (document[rows.name]?.list ?? []).enumerated().flatMap { index, entry in
            rows.columns.filter { $0.isPicture && isOne(entry[$0.name]) }.map { column in
                UnitGap(
                    field: "\(rows.name).\(index + 1).\(column.name)",
                    label: "\(rows.entry) \(index + 1): \(column.label)")
            }
        }
        return members + entries
    }

    private var rowGaps: [UnitGap] {
        guard let rows = kind.rows else { return [] }
        let entries = document[rows.name]?.list ?? []
        guard !entries.isEmpty else {
            return [
                UnitGap(
                    field: rows.name, label: rows.title,
                    sentence: "One \(rows.entry.lowercased()) at least is needed before the unit can start.")
            ]
        }
        var ids: Set<String> = []
        return entries.enumerated().flatMap { index, entry in
            rows.columns.compactMap { column -> UnitGap? in
                guard column.isNeeded else { return nil }
                let gap = UnitGap(
                    field: "\(rows.name).\(index + 1).\(column.name)",
                    label: "\(rows.entry) \(index + 1): \(column.label)")
                guard let text = entry[column.name]?.text, !text.isEmpty else { return gap }
                guard column.name == "id" else { return nil }
                return UnitRows.problem(ofID: text, after: &ids).map { sentence in
                    UnitGap(field: gap.field, label: gap.label, sentence: sentence)
                }
            }
        }
    }
}
