import Decisioning
import Foundation
import MarqueeWire
import PlatformStore

/// Makes a unit of the fields of its editor. What cannot be read is a problem of its field; the store checks the rest.
struct UnitReader {
    /// The most rows of one sort that are read.
    static let mostRows = 60

    private let form: FormFields
    private let pictures: UnitPictures
    private var unit: ContentUnitRecord
    /// Sentences by the names of fields.
    private(set) var problems: [String: String] = [:]

    /// - Parameters:
    ///   - unit: as it is stored. What the editor has no field for stays.
    ///   - pictures: those of the app's library.
    init(_ form: FormFields, unit: ContentUnitRecord, pictures: UnitPictures) {
        self.form = form
        self.unit = unit
        self.pictures = pictures
    }

    /// The unit; meaningless if there are ``problems``.
    mutating func read() -> ContentUnitRecord {
        unit.name = form["name"]
        problems["name"] = PlacementName.problem(unit.name)
        unit.weight = number("weight", 1...1000, "A weight is a whole number from 1 to 1000.") ?? 1
        unit.validSeconds = number(
            "valid", 1...ContentUnitRecord.longestValidity, "A whole number of seconds, at most 30 days.")
        unit.starts = time("starts", "Starts", keeping: unit.starts)
        unit.ends = time("ends", "Ends", keeping: unit.ends)
        if let starts = unit.starts, let ends = unit.ends, ends <= starts {
            problems["ends"] = "A unit ends after it starts."
        }
        readDocument()
        readRules()
        if !unit.isPaused {
            for gap in unit.gaps where problems[gap.field] == nil {
                // What no field is to blame for follows from a problem of a field, if there is one.
                if !gap.field.isEmpty || problems.isEmpty { problems[gap.field] = gap.sentence }
            }
        }
        return unit
    }

    private mutating func readDocument() {
        var document = unit.document
        for member in unit.kind.members {
            document = document.setting(member.path, to: value(of: member))
        }
        document = pictures.addingSizes(document)
        if let rows = unit.kind.rows { document = document.setting(rows.name, to: entries(rows)) }
        document = document.setting("transition", to: form.optional("transition").map(JSONValue.text))
        // Rectangles for the orientations have no field here.
        if document["frame"]?.record == nil {
            document = document.setting("frame", to: form.optional("frame").map(JSONValue.text))
        }
        unit.document = document.setting("closeDelay", to: closeDelay())
    }

    private mutating func closeDelay() -> JSONValue? {
        guard let text = form.optional("closeDelay") else { return nil }
        guard let seconds = Double(text), (0.1...3600).contains(seconds) else {
            problems["closeDelay"] = "A number of seconds from 0.1 to 3600, such as 2.5."
            return nil
        }
        return seconds == seconds.rounded() ? .integer(Int64(seconds)) : .number(seconds)
    }

    private mutating func value(of member: UnitMember) -> JSONValue? {
        let field = "d.\(member.path)"
        switch member.form {
        case .line, .text:
            // A program may have stored what the page refuses, such as a reward’s name in another script.
            let stored = unit.document.value(at: member.path)?.text ?? ""
            let text = form.text(field, keeping: stored)
            if member.path == "reward", !text.isEmpty, text != stored, !Self.isRewardTag(text) {
                problems[field] = "A reward’s tag has 1 to 80 of a-z, 0-9 and _."
            }
            return text.isEmpty ? nil : .text(text)
        case .address: return address(field).map(JSONValue.text)
        case .picture:
            return picture(field, stored: unit.document.value(at: member.path)?.text).map(JSONValue.text)
        case .count:
            return number(field, 1...1_000_000, "A whole number from 1 to 1,000,000.").map { .integer(Int64($0)) }
        }
    }

    private static func isRewardTag(_ text: String) -> Bool {
        (1...80).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    private mutating func entries(_ rows: UnitRows) -> JSONValue? {
        var entries: [(place: Int, row: Int, value: JSONValue)] = []
        var ids: Set<String> = []
        for row in numbers(rows.name) {
            let name = "\(rows.name).\(row)"
            var entry = stored(name)
            var isEmpty = true
            for column in rows.columns {
                let field = "\(name).\(column.name)"
                switch column.form {
                case .check: entry[column.name] = form.has(field) ? .truth(true) : nil
                case .choice: entry[column.name] = form.optional(field).map(JSONValue.text)
                case .lines:
                    let texts = lines(field)
                    if !texts.isEmpty { isEmpty = false }
                    entry[column.name] = texts.isEmpty ? nil : .list(texts.map(JSONValue.text))
                case .line, .address, .picture:
                    if form.optional(field) != nil { isEmpty = false }
                    let known = entry[column.name]?["url"]?.text
                    let text = text(field, column.form, stored: known ?? entry[column.name]?.text)
                    // A picture may be an object with its address and its size.
                    if known == nil || known != text { entry[column.name] = text.map(JSONValue.text) }
                }
            }
            guard !isEmpty else {
                // What is ticked or chosen alone says that somebody meant to write more.
                if hasMarks(rows, of: name) {
                    problems[name] = "Write the \(rows.entry.lowercased()), or tick “Remove”."
                }
                continue
            }
            if rows.hasIDs, let id = entry["id"]?.text {
                problems["\(name).id"] = UnitRows.problem(ofID: id, after: &ids)
            }
            let place = number("\(name).place", 1...Self.mostRows, "A place in the list, from 1 on.")
            entries.append((place ?? row, row, .record(entry)))
        }
        // An entry that moves up goes before the one that has the place, and one that moves down behind it.
        entries.sort {
            ($0.place, ($0.place - $0.row).signum(), $0.row) < ($1.place, ($1.place - $1.row).signum(), $1.row)
        }
        return entries.isEmpty ? nil : .list(entries.map(\.value))
    }

    /// Whether something is ticked or chosen in a row.
    private func hasMarks(_ rows: UnitRows, of row: String) -> Bool {
        rows.columns.contains { column in
            switch column.form {
            case .check: form.has("\(row).\(column.name)")
            case .choice: form.optional("\(row).\(column.name)") != nil
            case .line, .lines, .address, .picture: false
            }
        }
    }

    /// The entry of a row as it was when the page was made: what the editor has no field for travels with its row.
    private mutating func stored(_ row: String) -> [String: JSONValue] {
        guard let text = form.optional("\(row).stored") else { return [:] }
        let value = try? JSONValue(bytes: Data(text.utf8), maximumSize: UnitDocument.maximumSize)
        if value?.record == nil { problems[row] = "The entry could not be read. Open the page again." }
        return value?.record ?? [:]
    }

    private mutating func text(_ field: String, _ form: UnitRows.Column.Form, stored: String?) -> String? {
        switch form {
        case .address: address(field)
        case .picture: picture(field, stored: stored)
        case .line, .lines, .choice, .check: self.form.optional(field)
        }
    }

    private func lines(_ field: String) -> [String] {
        var seen: Set<String> = []
        return form.raw(field).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private mutating func readRules() {
        unit.rules.timeZone = form.optional("zone")
        if let zone = unit.rules.timeZone, TimeZone(identifier: zone) == nil {
            problems["zone"] = "There is no time zone of this name. An example is Europe/Berlin."
        }
        unit.rules.hours = Self.unlessEmpty(numbers("hours").compactMap { hours("hours.\($0)") })
        let known = (unit.rules.conditions ?? []).compactMap(\.values)
        unit.rules.conditions = Self.unlessEmpty(
            numbers("conditions").compactMap { condition("conditions.\($0)", keeping: known) })
        unit.rules.caps = Self.unlessEmpty(numbers("caps").compactMap { cap("caps.\($0)") })
        var capabilities = unit.rules.capabilities ?? []
        if !form.has("store") { capabilities.removeAll { $0 == "store" } }
        if form.has("store"), !capabilities.contains("store") { capabilities.append("store") }
        unit.rules.capabilities = Self.unlessEmpty(capabilities)
    }

    private mutating func hours(_ name: String) -> UnitRules.Hours? {
        let days = UnitValues.weekdays.map(\.0).filter { form.has("\(name).\($0)") }
        let (start, end) = (form["\(name).start"], form["\(name).end"])
        guard !days.isEmpty || !start.isEmpty || !end.isEmpty else { return nil }
        guard let from = Self.minutes(start), let until = Self.minutes(end), from != (until == 0 ? 1440 : until),
            !days.isEmpty
        else {
            problems[name] = "Times have days, a start and another end, such as 09:00 and 17:30."
            return nil
        }
        return UnitRules.Hours(weekdays: days, start: from, end: until == 0 ? 1440 : until)
    }

    /// Attributes whose values never have a comma: theirs may also stand on one line, with commas between them.
    private static let plain: Set = ["country", "language", "idiom", "connection"]

    /// - Parameter stored: the values of the stored conditions; one of them may have several lines.
    private mutating func condition(_ name: String, keeping stored: [[String]]) -> UnitRules.Condition? {
        guard let attribute = form.optional("\(name).attribute") else {
            if form.optional("\(name).value") != nil {
                problems[name] = "A condition has an attribute, such as country."
            }
            return nil
        }
        guard UnitRules.isAttribute(attribute) else {
            problems[name] = "There is no attribute “\(attribute)”. The hint above names all."
            return nil
        }
        guard let test = UnitRules.Condition.Test(rawValue: form["\(name).test"]) else {
            problems[name] = "Choose how the attribute is compared."
            return nil
        }
        switch test {
        case .known, .unknown: return .init(attribute: attribute, test: test)
        case .atLeast, .atMost:
            guard UnitRules.isCompared(attribute) else {
                problems[name] = "“\(attribute)” is a text. Choose “is one of” or “is none of”."
                return nil
            }
            guard let bound = Bound(form["\(name).value"]), UnitRules.isBound(bound, of: attribute) else {
                problems[name] = "The comparison takes a number, such as 9.99, or a version, such as 1.10."
                return nil
            }
            return .init(attribute: attribute, test: test, bound: bound)
        case .oneOf, .noneOf:
            let field = "\(name).value"
            let kept = stored.first { $0.joined(separator: "\n") == form.raw(field) }
            let values = kept ?? (Self.plain.contains(attribute) ? form.list(field) : lines(field))
            if values.isEmpty { problems[name] = "The comparison takes values, one on each line." }
            if let problem = UnitRules.problem(values, of: attribute) { problems[name] = "\(problem)." }
            return .init(attribute: attribute, test: test, values: values)
        }
    }

    private mutating func cap(_ name: String) -> UnitRules.Cap? {
        guard form.optional("\(name).limit") != nil else {
            if form.optional("\(name).seconds") != nil { problems[name] = "A cap has a number of showings." }
            return nil
        }
        let limit = number("\(name).limit", 0...1_000_000_000, "A whole number from 0 on.", problem: name)
        let seconds = number(
            "\(name).seconds", 1...2_592_000, "A whole number of seconds, at most 30 days.", problem: name)
        guard let scope = UnitRules.Cap.Scope(rawValue: form["\(name).scope"]) else {
            problems[name] = "Choose whose showings count."
            return nil
        }
        return limit.map { UnitRules.Cap(limit: $0, scope: scope, seconds: seconds) }
    }

    /// The numbers of the rows that stay.
    private func numbers(_ rows: String) -> [Int] {
        (1...(form.number("\(rows).count", in: 1...Self.mostRows) ?? 1)).filter { !form.has("\(rows).\($0).remove") }
    }

    private static func unlessEmpty<Element>(_ list: [Element]) -> [Element]? { list.isEmpty ? nil : list }

    private mutating func number(
        _ field: String, _ range: ClosedRange<Int>, _ sentence: String, problem: String? = nil
    ) -> Int? {
        guard form.optional(field) != nil else { return nil }
        let number = form.number(field, in: range)
        if number == nil { problems[problem ?? field] = sentence }
        return number
    }

    private mutating func time(_ field: String, _ label: String, keeping stored: Timestamp?) -> Timestamp? {
        do throws(PortalError) {
            return try form.time(field, label: label, keeping: stored)
        } catch {
            problems[field] = error.message
            return nil
        }
    }

    private mutating func address(_ field: String) -> String? {
        guard let text = form.optional(field) else { return nil }
        let scheme = URL(string: text)?.scheme?.lowercased()
        guard ["http", "https"].contains(scheme), URL(string: text)?.host()?.isEmpty == false else {
            problems[field] = "An address begins with https:// or http://."
            return text
        }
        return text
    }

    /// A picture of the library, or one from elsewhere: apps refuse those that come without encryption. One that is stored
    /// stays, because nobody chose it here.
    private mutating func picture(_ field: String, stored: String?) -> String? {
        if let text = form.optional(field), text.hasPrefix("/") {
            if text != stored, !pictures.has(text) {
                problems[field] = "The library has no such picture. Choose one of the list, or upload it in Media."
            }
            return text
        }
        let text = address(field)
        if let text, text != stored, problems[field] == nil, URL(string: text)?.scheme?.lowercased() != "https" {
            problems[field] = "The address of a picture begins with https://."
        }
        return text
    }

    /// "09:30" in minutes after midnight.
    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 2, let hour = Int(parts[0]), let minute = Int(parts[1]), (0...23).contains(hour),
            (0...59).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}
