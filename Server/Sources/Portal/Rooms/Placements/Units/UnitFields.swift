import PlatformStore

/// The fields of a unit's editor, filled with what is stored or with what was typed.
struct UnitFields {
    /// Empty rows below those that have something.
    private static let spareRows = 1
    private static let addedRows = 3
    /// What conditions may ask for, beside names that the app gives.
    static let attributes = UnitRules.attributes + ["spend.USD", "spend.EUR"]
    private static let attributeList = "attributes"
    private static let pictureList = "pictures"

    let form: FormFields
    let problems: [String: String]
    let kind: ContentUnitRecord.Kind
    /// Those of the library; without them, no field shows its picture.
    var pictures: UnitPictures?

    /// Whether the box for the store's own view is ticked.
    var needsStore: Bool { form.has("store") }

    var general: [UnitPage.Field] {
        [
            field(
                "name", "Name", hint: "For people who work here. \(PlacementName.hint)", type: "text",
                longest: PlacementName.most),
            field(
                "weight", "Weight", hint: "The share among units that have their turn together, 1 to 1000.",
                type: "number"),
        ]
    }

    var members: [UnitPage.Field] {
        kind.members.map { member in
            let needed = member.isNeeded ? "Needed before the unit can start." : ""
            let hint = [member.hint, needed].filter { !$0.isEmpty }.joined(separator: " ")
            let name = "d.\(member.path)"
            return switch member.form {
            case .address: field(name, member.label, hint: hint, type: "url")
            case .picture: picture(name, member.label, hint: hint)
            case .count: field(name, member.label, hint: hint, type: "number")
            case .line: field(name, member.label, hint: hint, type: "text")
            case .text: field(name, member.label, hint: hint, type: "text", isLong: true)
            }
        }
    }

    var appearance: [UnitPage.Field] {
        let transitions = [
            ("", "As usual: an image slides in, others are dialogs"), ("PH_DIALOG", "Dialog"),
            ("PH_MODAL", "Slides in"),
        ]
        return [
            field("transition", "How it comes on the screen", choices: transitions),
            field(
                "frame", "Size", hint: "Frames that a program set stay as they are.",
                choices: [("", "As usual: full screen"), ("PH_FULLSCREEN", "Full screen")]),
            field(
                "closeDelay", "Close button after", hint: "Seconds, 0.1 to 3600; 10 unless it is given.",
                type: "number",
                isFraction: true),
            field(
                "valid", "Valid after a preload", hint: "Seconds, at most 30 days; empty for as long as the app runs.",
                type: "number"),
        ]
    }

    var schedule: [UnitPage.Field] {
        [
            field("starts", "Starts (UTC)", hint: "Empty for no beginning.", type: "datetime-local"),
            field("ends", "Ends (UTC)", hint: "Empty for no end.", type: "datetime-local"),
            field(
                "zone", "Time zone", hint: "For the times of the week, such as Europe/Berlin; GMT unless it is given.",
                type: "text"),
        ]
    }

    var entries: [UnitPage.Rows] {
        guard let list = kind.rows else { return [] }
        return [
            rows(
                list.name, list.title, "\(list.hint) A row without anything is left out.",
                "More \(list.title.lowercased())"
            ) { number in
                let name = "\(list.name).\(number)"
                return row(
                    name, "\(list.entry) \(number)",
                    list.columns.map { column($0, of: name) } + [
                        field("\(name).place", "Place in the list", type: "number", standard: String(number))
                    ])
            }
        ]
    }

    var rules: [UnitPage.Rows] { [hours, conditions, caps] }

    private var hours: UnitPage.Rows {
        rows(
            "hours", "Times of the week",
            "Without any, it is shown at all times. An end before the start means the next day.",
            "More times"
        ) { number in
            let name = "hours.\(number)"
            let days = UnitValues.weekdays.map { check("\(name).\($0.0)", $0.1) }
            return row(
                name, "Times \(number)",
                days + [
                    field("\(name).start", "From", type: "time"), field("\(name).end", "Until", type: "time"),
                ])
        }
    }

    private var conditions: UnitPage.Rows {
        let tests = [
            ("oneOf", "is one of"), ("noneOf", "is none of"), ("atLeast", "is at least"), ("atMost", "is at most"),
            ("known", "is known"), ("unknown", "is not known"),
        ]
        let hint =
            "All have to hold. Attributes are \(Self.attributes.joined(separator: ", ")), spend. with any other currency, and "
            + "custom. with a name that the app gives."
        return rows("conditions", "For whom", hint, "More conditions") { number in
            let name = "conditions.\(number)"
            return row(
                name, "Condition \(number)",
                [
                    field("\(name).attribute", "Attribute", type: "text", suggestions: Self.attributeList),
                    field("\(name).test", "Comparison", choices: tests),
                    field("\(name).value", "Values, one on each line", type: "text", isLong: true),
                ])
        }
    }

    private var caps: UnitPage.Rows {
        rows(
            "caps", "How often", "No cap may be reached. Without a time, all time counts; a day has 86400 seconds.",
            "More caps"
        ) { number in
            let name = "caps.\(number)"
            return row(
                name, "Cap \(number)",
                [
                    field("\(name).limit", "At most", type: "number"),
                    field(
                        "\(name).scope", "Times to", choices: [("device", "each device"), ("everybody", "everybody")]),
                    field("\(name).seconds", "In so many seconds", type: "number"),
                ])
        }
    }

    private func rows(
        _ name: String, _ title: String, _ hint: String, _ button: String, row: (Int) -> UnitPage.Row
    ) -> UnitPage.Rows {
        let filled = form.number("\(name).count", in: 0...UnitReader.mostRows) ?? 0
        // A form that comes back brings its spare rows.
        let spare = form.has("version") ? (form["more"] == name ? Self.addedRows : 0) : Self.spareRows
        let count = min(max(filled + spare, 1), UnitReader.mostRows)
        return UnitPage.Rows(
            name: name, title: title, hint: hint, problem: problems[name], count: count, rows: (1...count).map(row),
            button: button, next: Self.id("\(name).\(min(count + 1, UnitReader.mostRows))"))
    }

    /// A row; one that has something can be removed.
    private func row(_ name: String, _ legend: String, _ fields: [UnitPage.Field]) -> UnitPage.Row {
        let isFilled = fields.contains { field in
            field.isCheck ? field.isChosen : !field.hasChoices && field.name != "\(name).place" && !field.value.isEmpty
        }
        let isRemovable = isFilled || problems[name] != nil
        let stored = form.optional("\(name).stored").map { UnitPage.Stored(name: "\(name).stored", value: $0) }
        var shown = fields
        if problems[name] != nil {
            for index in shown.indices where shown[index].name != "\(name).place" {
                shown[index].isInvalid = true
                shown[index].described = ["\(Self.id(name))-problem", shown[index].described].compactMap(\.self)
                    .joined(separator: " ")
            }
        }
        if isRemovable { shown.append(check("\(name).remove", "Remove")) }
        return UnitPage.Row(
            id: Self.id(name), legend: legend, stored: stored, fields: shown, problem: problems[name])
    }

    private func column(_ column: UnitRows.Column, of name: String) -> UnitPage.Field {
        let name = "\(name).\(column.name)"
        return switch column.form {
        case .line: field(name, column.label, type: "text")
        case .lines: field(name, column.label, type: "text", isLong: true)
        case .address: field(name, column.label, type: "url")
        case .picture: picture(name, column.label)
        case .check: check(name, column.label)
        case .choice(let values): field(name, column.label, choices: values.map { ($0, $0.isEmpty ? "By its id" : $0) })
        }
    }

    /// A picture of the library, or one from elsewhere. An address of the library is no whole URL, which browsers would
    /// refuse in a field for one.
    private func picture(_ name: String, _ label: String, hint: String = "") -> UnitPage.Field {
        var shown = field(name, label, hint: hint, type: "text", suggestions: Self.pictureList)
        shown.picture = pictures?.preview(of: shown.value)
        return shown
    }

    /// The id of a field or of rows on the page.
    static func id(_ name: String) -> String { name.replacing(".", with: "-") }

    /// A line of text.
    func line(_ name: String, _ label: String, _ hint: String) -> UnitPage.Field {
        field(name, label, hint: hint, type: "text")
    }

    /// A date and a time.
    func moment(_ name: String, _ label: String, _ hint: String) -> UnitPage.Field {
        field(name, label, hint: hint, type: "datetime-local")
    }

    private func check(_ name: String, _ label: String) -> UnitPage.Field {
        made(name, label, type: "checkbox", isCheck: true)
    }

    private func field(
        _ name: String, _ label: String, hint: String = "", type: String, isLong: Bool = false,
        isFraction: Bool = false, suggestions: String? = nil, standard: String = "", longest: Int = 2048
    ) -> UnitPage.Field {
        made(
            name, label, type: type, hint: hint, isLong: isLong, isFraction: isFraction, suggestions: suggestions,
            standard: standard, longest: longest)
    }

    private func field(
        _ name: String, _ label: String, hint: String = "", choices: [(String, String)]
    ) -> UnitPage.Field {
        made(
            name, label, type: "", hint: hint,
            choices: choices.map { .init(value: $0.0, name: $0.1, isChosen: $0.0 == form[name]) })
    }

    private func made(
        _ name: String, _ label: String, type: String, hint: String = "", isLong: Bool = false, isCheck: Bool = false,
        isFraction: Bool = false, choices: [UnitPage.Choice] = [], suggestions: String? = nil, standard: String = "",
        longest: Int = 2048
    ) -> UnitPage.Field {
        UnitPage.Field(
            id: Self.id(name), name: name, label: label,
            value: form.has(name) ? (isLong ? form.raw(name) : form[name]) : standard, type: type, isLong: isLong,
            isCheck: isCheck, isChosen: isCheck && form.has(name), isFraction: isFraction, choices: choices,
            hasChoices: !choices.isEmpty, suggestions: suggestions, hint: hint.isEmpty ? nil : hint,
            problem: problems[name], longest: longest, isInvalid: problems[name] != nil,
            described: isCheck ? nil : "\(Self.id(name))-hint")
    }
}
