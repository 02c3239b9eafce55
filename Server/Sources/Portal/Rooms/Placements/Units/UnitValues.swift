import Decisioning
import Foundation
import MarqueeWire
import PlatformStore

/// A stored unit as the fields of its editor.
enum UnitValues {
    static let weekdays = [
        (2, "Mon"), (3, "Tue"), (4, "Wed"), (5, "Thu"), (6, "Fri"), (7, "Sat"), (1, "Sun"),
    ]

    static func fields(of unit: ContentUnitRecord) -> FormFields {
        var fields = [
            ("name", unit.name), ("weight", String(unit.weight)), ("starts", LocalTime.field(unit.starts)),
            ("ends", LocalTime.field(unit.ends)), ("zone", unit.rules.timeZone ?? ""),
            ("valid", unit.validSeconds.map { String($0) } ?? ""),
            ("transition", unit.document["transition"]?.text ?? ""), ("frame", unit.document["frame"]?.text ?? ""),
            ("closeDelay", text(unit.document["closeDelay"])),
        ]
        if unit.rules.capabilities?.contains("store") == true { fields.append(("store", "1")) }
        fields += unit.kind.members.map { ("d.\($0.path)", text(unit.document.value(at: $0.path))) }
        if let rows = unit.kind.rows { fields += self.fields(of: unit.document[rows.name]?.list ?? [], rows) }
        fields += self.fields(of: unit.rules)
        return FormFields(fields.map { (name: $0.0, value: $0.1) })
    }

    private static func fields(of entries: [JSONValue], _ rows: UnitRows) -> [(String, String)] {
        var fields = [("\(rows.name).count", String(entries.count))]
        for (index, entry) in entries.enumerated() {
            let row = "\(rows.name).\(index + 1)"
            fields += [
                ("\(row).place", "\(index + 1)"), ("\(row).stored", String(decoding: entry.bytes, as: UTF8.self)),
            ]
            fields += rows.columns.compactMap { column -> (String, String)? in
                let (name, value) = ("\(row).\(column.name)", entry[column.name])
                switch column.form {
                case .check: return value?.truth == true ? (name, "1") : nil
                case .lines: return (name, (value?.list ?? []).compactMap(\.text).joined(separator: "\n"))
                // A picture may be an object with its address and its size.
                case .picture: return (name, text(value?["url"] ?? value))
                case .line, .address, .choice: return (name, text(value))
                }
            }
        }
        return fields
    }

    private static func fields(of rules: UnitRules) -> [(String, String)] {
        var fields = [
            ("hours.count", String(rules.hours?.count ?? 0)),
            ("conditions.count", String(rules.conditions?.count ?? 0)),
            ("caps.count", String(rules.caps?.count ?? 0)),
        ]
        for (index, hours) in (rules.hours ?? []).enumerated() {
            let name = "hours.\(index + 1)"
            fields += hours.weekdays.map { ("\(name).\($0)", "1") }
            fields += [("\(name).start", clock(hours.start)), ("\(name).end", clock(hours.end % 1440))]
        }
        for (index, condition) in (rules.conditions ?? []).enumerated() {
            let name = "conditions.\(index + 1)"
            let value = condition.bound?.text ?? (condition.values ?? []).joined(separator: "\n")
            fields += [
                ("\(name).attribute", condition.attribute), ("\(name).test", condition.test.rawValue),
                ("\(name).value", value),
            ]
        }
        for (index, cap) in (rules.caps ?? []).enumerated() {
            let name = "caps.\(index + 1)"
            fields += [
                ("\(name).limit", String(cap.limit)), ("\(name).scope", cap.scope.rawValue),
                ("\(name).seconds", cap.seconds.map { String($0) } ?? ""),
            ]
        }
        return fields
    }

    private static func text(_ value: JSONValue?) -> String {
        value?.plainText ?? value?.number.flatMap { Bound($0)?.text } ?? ""
    }

    /// "09:30".
    static func clock(_ minutes: Int) -> String {
        "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
}
