/// What two people wrote into the fields of a unit, for the list above the form.
extension UnitFields {
    private static let longestValue = 80

    /// The fields in which somebody else wrote something else, in the order of the page, with what it is. Fields of a
    /// row stand together.
    /// - Parameter theirs: the fields of the same kind of unit as they are stored now.
    func differences(from theirs: UnitFields) -> [PageFrame.Notice.Fault] {
        var found = Self.differences(general + members, theirs.general + theirs.members)
        found += zip(entries, theirs.entries).flatMap { Self.differences($0, $1) }
        found += Self.differences(appearance + schedule, theirs.appearance + theirs.schedule)
        found += zip(rules, theirs.rules).flatMap { Self.differences($0, $1) }
        if needsStore != theirs.needsStore { found.append(Self.store(theirs.needsStore)) }
        return found
    }

    private static func store(_ isTicked: Bool) -> PageFrame.Notice.Fault {
        PageFrame.Notice.Fault(
            label: "Only for devices that can show the store’s own view",
            sentence: isTicked ? "They ticked it." : "They did not tick it.", anchor: nil)
    }

    private static func differences(_ mine: [UnitPage.Field], _ theirs: [UnitPage.Field]) -> [PageFrame.Notice.Fault] {
        zip(mine, theirs).filter { value($0) != value($1) }.map { mine, theirs in
            PageFrame.Notice.Fault(label: mine.label, sentence: "They wrote \(words(theirs)).", anchor: mine.id)
        }
    }

    private static func differences(_ mine: UnitPage.Rows, _ theirs: UnitPage.Rows) -> [PageFrame.Notice.Fault] {
        (0..<max(mine.rows.count, theirs.rows.count)).compactMap { index in
            let own = mine.rows.indices.contains(index) ? mine.rows[index] : nil
            let other = theirs.rows.indices.contains(index) ? theirs.rows[index] : nil
            let values = Dictionary((own?.fields ?? []).map { ($0.name, value($0)) }) { first, _ in first }
            guard let row = other ?? own else { return nil }
            let differing = row.fields.filter { field in
                isWritten(field) && (other == nil ? !value(field).isEmpty : value(field) != values[field.name] ?? "")
            }
            guard !differing.isEmpty else { return nil }
            let sentence =
                other == nil
                ? "They have no such row."
                : "They wrote: \(differing.map { "\($0.label) \(words($0))" }.joined(separator: ", "))."
            return PageFrame.Notice.Fault(label: row.legend, sentence: sentence, anchor: own?.id ?? mine.name)
        }
    }

    /// Whether a field of a row is stored: its place and the box that removes it are not.
    private static func isWritten(_ field: UnitPage.Field) -> Bool {
        !field.name.hasSuffix(".place") && !field.name.hasSuffix(".remove")
    }

    private static func value(_ field: UnitPage.Field) -> String {
        if field.isCheck { return field.isChosen ? "1" : "" }
        return field.hasChoices ? field.choices.first(where: \.isChosen)?.value ?? "" : field.value
    }

    private static func words(_ field: UnitPage.Field) -> String {
        if field.isCheck { return field.isChosen ? "ticked" : "not ticked" }
        let text = field.hasChoices ? field.choices.first(where: \.isChosen)?.name ?? "" : field.value
        guard !text.isEmpty else { return "nothing" }
        return "“\(text.prefix(longestValue))\(text.count > longestValue ? "…" : "")”"
    }
}
