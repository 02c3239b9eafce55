import MarqueeWire

extension XMLAPIRequest {
    /// The largest envelope, in bytes.
    static let largestEnvelope = 1_048_576

    /// The request as XML, without a declaration: equal requests have equal bytes.
    /// - Throws: ``EngageError`` with `invalidParameters` if a parameter's name is not an XML name, if a value has a
    ///   character that XML cannot carry, or if the envelope has more than 1 MiB.
    public func envelope() throws(EngageError) -> String {
        var writer = EnvelopeWriter()
        try writer.element("Envelope") { writer throws(EngageError) in
            try writer.element("Body") { writer throws(EngageError) in
                try writer.element(operation.rawValue) { writer throws(EngageError) in
                    for parameter in parameters where !parameter.isSyncFields { try writer.write(parameter) }
                    for parameter in parameters where parameter.isSyncFields { try writer.write(parameter) }
                }
            }
        }
        guard writer.xml.utf8.count <= Self.largestEnvelope else {
            throw EngageError(
                .invalidParameters, "the request \(operation.rawValue) has more than \(Self.largestEnvelope) bytes")
        }
        return writer.xml
    }
}

extension XMLAPIRequest.Parameter {
    fileprivate var isSyncFields: Bool {
        if case .syncFields = self { true } else { false }
    }
}

extension EnvelopeWriter {
    fileprivate mutating func write(_ parameter: XMLAPIRequest.Parameter) throws(EngageError) {
        switch parameter {
        case .text(let name, let value): try text(name, value)
        case .columns(let columns):
            for column in columns.pairs { try named("COLUMN", column) }
        case .syncFields(let fields):
            try element("SYNC_FIELDS") { writer throws(EngageError) in
                for field in fields.pairs { try writer.named("SYNC_FIELD", field) }
            }
        case .rows(let rows):
            try element("ROWS") { writer throws(EngageError) in
                for row in rows { try writer.row(row) }
            }
        case .contactLists(let lists):
            try element("CONTACT_LISTS") { writer throws(EngageError) in
                for list in lists { try writer.text("CONTACT_LIST_ID", list) }
            }
        }
    }

    private mutating func named(_ name: String, _ pair: NamedTexts.Pair) throws(EngageError) {
        try element(name) { writer throws(EngageError) in
            try writer.text("NAME", pair.name)
            try writer.text("VALUE", pair.value)
        }
    }

    private mutating func row(_ row: NamedTexts) throws(EngageError) {
        try element("ROW") { writer throws(EngageError) in
            for cell in row.pairs { try writer.cell("COLUMN", name: cell.name, cell.value) }
        }
    }
}
