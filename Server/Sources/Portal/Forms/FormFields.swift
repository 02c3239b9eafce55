import Foundation
import MarqueeWire

/// The fields of a form as the browser sent them, at most ``maximumFields``: `application/x-www-form-urlencoded`, or
/// `multipart/form-data` with a file.
struct FormFields: Sendable {
    static let maximumFields = 2000

    private let values: [String: [String]]
    /// The file that the person chose; `nil` for a form without one.
    let file: UploadedFile?

    /// - Throws: ``PortalError`` with `invalidField` when a name or value is not percent-encoded UTF-8.
    init(_ body: some StringProtocol) throws(PortalError) {
        let fields: [(name: String, value: String)]
        do { fields = try PercentEncoding.fields(of: body, most: Self.maximumFields) } catch {
            let isTooLarge = error.code == .tooLarge
            throw isTooLarge
                ? PortalError(.tooLarge, "The form has too many fields.")
                : PortalError(.invalidField, "The form could not be read.")
        }
        self.init(fields)
    }

    /// The fields and the file of a form that sends a file.
    init(_ body: MultipartBody) {
        self.init(body.fields, file: body.file)
    }

    /// Fields that were read otherwise.
    init(_ fields: [(name: String, value: String)], file: UploadedFile? = nil) {
        values = Dictionary(fields.map { ($0.name, [$0.value]) }) { first, second in first + second }
        self.file = file
    }

    /// The field's first value without surrounding spaces; "" when it is absent.
    subscript(_ name: String) -> String { raw(name).trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Every value of a field that may come several times.
    func all(_ name: String) -> [String] { (values[name] ?? []).map(Self.plain) }

    /// The field's first value as typed, with line ends as single line feeds.
    func raw(_ name: String) -> String {
        Self.plain(values[name]?.first ?? "")
    }

    /// The text with every line end as a single line feed.
    static func plain(_ text: String) -> String { text.replacing("\r\n", with: "\n") }

    /// The field's value, or `nil` when it is absent or empty.
    func optional(_ name: String) -> String? {
        let value = self[name]
        return value.isEmpty ? nil : value
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    /// The field as a whole number of `range`, or nil when it is none: sums and products of what comes from outside
    /// stay far from the ends of `Int`.
    func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
        Int(self[name]).flatMap { range.contains($0) ? $0 : nil }
    }

    /// The version of the record that the form was made from; nil when the form names none.
    var version: Int? { number("version", in: 0...Int(Int32.max)) }

    /// Names separated by commas, each once, in their order.
    func list(_ name: String) -> [String] {
        var seen: Set<String> = []
        return raw(name).split(whereSeparator: { $0 == "," || $0.isNewline })
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
