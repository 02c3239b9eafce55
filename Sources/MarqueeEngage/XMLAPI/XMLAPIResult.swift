public import Foundation
import MarqueeWire

/// What a host answered to an ``XMLAPIRequest``: success with values, or a fault.
public struct XMLAPIResult: Sendable, Hashable {
    /// The largest answer that is read, in bytes.
    static let largestAnswer = 1_048_576

    /// The levels `Envelope`, `Body` and `RESULT` are left out: their children stand here, with a `Fault` if there is one.
    let root: ResultElement

    /// Reads an answer.
    /// - Throws: ``EngageError`` with `hostFailed` if the body is not an XML document in UTF-8, has a document type, or
    ///   exceeds the limits: 1 MiB, 64 levels, 100,000 elements.
    public init(xml: Data) throws(EngageError) {
        root = try ResultReader.read(xml).flattened
    }

    /// Whether the host did what was asked: `SUCCESS` begins with `T`, `Y` or a digit other than zero.
    public var isSuccess: Bool {
        let text = value(at: "SUCCESS") ?? ""
        guard let first = text.drop(while: { $0 == "0" || $0 == "+" || $0 == "-" }).first else { return false }
        return "TtYy123456789".contains(first)
    }

    /// The host's reason for a refusal; empty if there is none.
    public var faultText: String { value(at: "Fault.FaultString") ?? "" }

    /// The host's number for a refusal; 0 if there is none.
    public var errorID: Int { Int(value(at: "Fault.detail.error.errorid") ?? "") ?? 0 }

    /// The id of the recipient that was found, added or changed; empty if the answer has none.
    public var recipientID: String { value(at: "RecipientId") ?? "" }

    /// The text of a column of the recipient. Upper and lower case of the name are the same.
    /// - Returns: `nil` if the answer does not have the column; empty if the column is empty.
    public func column(_ name: String) -> String? {
        let columns = root.children("columns").flatMap { $0.children("column") }
        let wanted = name.lowercased()
        return columns.first { $0.child("name")?.text.lowercased() == wanted }.map { $0.child("value")?.text ?? "" }
    }

    /// The text at a path of names with dots between them, below the result; upper and lower case are the same.
    ///
    /// `columns.NAME` is the text of a column, and the name may contain dots and spaces. `Fault.FaultString` is the
    /// host's reason for a refusal.
    /// - Returns: empty for a path that the answer does not have; `nil` for a column that it does not have. Of several
    ///   elements with one name the first counts; of several `Email`, the last.
    public func value(at path: String) -> String? {
        let path = path.lowercased()
        if path.hasPrefix("columns.") { return column(String(path.dropFirst("columns.".count))) }
        var element = root
        for name in path.split(separator: ".", omittingEmptySubsequences: false) {
            let found = element.children(String(name))
            guard let next = name == "email" ? found.last : found.first else { return "" }
            element = next
        }
        return element.text
    }

    /// The refusal as an error; `nil` if the request succeeded.
    ///
    /// A table's answer may name rows that failed beside a success; they are a refusal too.
    var refusal: EngageError? {
        if isSuccess {
            let failures = root.children("failures").flatMap(\.children)
            guard let first = failures.first else { return nil }
            let text = first.attributes["description"] ?? first.text
            return EngageError(
                .refused, "the host refused a row", fault: .init(text, id: XMLAPIErrorID(rawValue: errorID)))
        }
        let number = errorID == 0 ? "" : " with error \(errorID)"
        return EngageError(
            .refused, "the host refused the request\(number)",
            fault: .init(faultText, id: XMLAPIErrorID(rawValue: errorID)))
    }
}
