public import MarqueeWire

/// One request of XMLAPI: an operation, and its parameters in the order in which they were added.
///
/// ```swift
/// var request = XMLAPIRequest(.selectRecipientData, [.text("LIST_ID", "45654"), .text("EMAIL", "ada@example.com")])
/// request.add(.columns(["Customer Id": "123-45-6789"]))
/// ```
public struct XMLAPIRequest: Sendable, Hashable {
    /// A parameter of an operation. Its kind decides its form in XML.
    public enum Parameter: Sendable, Hashable {
        /// An element with text, for example `LIST_ID`.
        case text(String, String)
        /// A `COLUMN` with `NAME` and `VALUE` for each text, directly below the operation.
        case columns(NamedTexts)
        /// The columns that identify a recipient: `SYNC_FIELDS`, always the last element of the operation.
        case syncFields(NamedTexts)
        /// The rows of a relational table: `ROWS`, with a `ROW` for each element.
        case rows([NamedTexts])
        /// The ids of contact lists: `CONTACT_LISTS`, with a `CONTACT_LIST_ID` for each id.
        case contactLists([String])
    }

    /// The operation.
    public let operation: XMLAPIOperation
    /// The parameters in order. Columns stand together at the place of the first column, and so do rows and contact
    /// lists.
    public private(set) var parameters: [Parameter] = []

    /// A request; the parameters are added one after the other.
    public init(_ operation: XMLAPIOperation, _ parameters: [Parameter] = []) {
        self.operation = operation
        for parameter in parameters { add(parameter) }
    }

    /// Adds a parameter.
    ///
    /// A text with a known name replaces the old text. Columns and sync fields are merged, and the later value of a
    /// name counts. Rows and contact lists are appended.
    public mutating func add(_ parameter: Parameter) {
        for (place, old) in parameters.enumerated() {
            guard let merged = Self.merge(old, parameter) else { continue }
            parameters[place] = merged
            return
        }
        parameters.append(parameter)
    }

    /// The text of the parameter with this name; `nil` if there is none.
    public func text(_ name: String) -> String? {
        for case .text(name, let value) in parameters { return value }
        return nil
    }

    /// The request with `LIST_ID` as its first parameter, if the operation is about the recipients of a list and the
    /// request names no list.
    func completed(listID: String) -> XMLAPIRequest {
        guard !listID.isEmpty, operation.isOfList, text("LIST_ID") == nil else { return self }
        return XMLAPIRequest(operation, [.text("LIST_ID", listID)] + parameters)
    }

    /// - Returns: one parameter with the values of both; `nil` if they stand side by side.
    private static func merge(_ old: Parameter, _ new: Parameter) -> Parameter? {
        switch (old, new) {
        case (.text(let name, _), .text(let newName, _)): return name == newName ? new : nil
        case (.columns(var texts), .columns(let more)):
            texts.merge(more)
            return .columns(texts)
        case (.syncFields(var texts), .syncFields(let more)):
            texts.merge(more)
            return .syncFields(texts)
        case (.rows(let rows), .rows(let more)): return .rows(rows + more)
        case (.contactLists(let lists), .contactLists(let more)): return .contactLists(lists + more)
        default: return nil
        }
    }
}

extension XMLAPIOperation {
    /// Whether the operation needs the list of its recipient.
    var isOfList: Bool {
        switch self {
        case .addRecipient, .doubleOptInRecipient, .updateRecipient, .optOutRecipient, .selectRecipientData,
            .removeRecipient, .addListColumn, .getListMetaData:
            true
        default: false
        }
    }
}
