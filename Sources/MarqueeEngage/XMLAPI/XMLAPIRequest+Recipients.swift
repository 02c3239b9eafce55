public import MarqueeWire

extension XMLAPIRequest {
    /// Finds the recipient with this id.
    public static func selectRecipient(_ id: String, list: String) -> XMLAPIRequest {
        XMLAPIRequest(.selectRecipientData, [.text("LIST_ID", list), .text("RECIPIENT_ID", id)])
    }

    /// Finds the recipient with this e-mail address. The host judges the address.
    public static func selectRecipientData(email: String, list: String) -> XMLAPIRequest {
        XMLAPIRequest(.selectRecipientData, [.text("LIST_ID", list), .text("EMAIL", email)])
    }

    /// Finds the recipient in whose columns all these texts are.
    public static func selectRecipientData(columns: NamedTexts, list: String) -> XMLAPIRequest {
        XMLAPIRequest(.selectRecipientData, [.text("LIST_ID", list), .columns(columns)])
    }

    /// Adds a recipient with this e-mail address, or updates the recipient that has it.
    public static func addRecipient(email: String, list: String) -> XMLAPIRequest {
        XMLAPIRequest(
            .addRecipient,
            [
                .text("LIST_ID", list), .text("UPDATE_IF_FOUND", "true"), .columns(["Email": email]),
                .syncFields(["Email": email]),
            ])
    }

    /// Adds a recipient with this mobile user id, or finds the recipient that has it.
    ///
    /// The sync field lets a host without a unique key find the recipient, so that a repeated request adds no second one.
    public static func addRecipient(mobileUserID: String, column: String, list: String) -> XMLAPIRequest {
        XMLAPIRequest(
            .addRecipient,
            [
                .text("LIST_ID", list), .columns([column: mobileUserID]), .text("UPDATE_IF_FOUND", "true"),
                .syncFields([column: mobileUserID]),
            ])
    }

    /// Adds a recipient without any column.
    public static func addAnonymousRecipient(list: String) -> XMLAPIRequest {
        XMLAPIRequest(.addRecipient, [.text("LIST_ID", list)])
    }

    /// Changes columns of the recipient with this id.
    public static func updateRecipient(_ id: String, list: String, columns: NamedTexts = [:]) -> XMLAPIRequest {
        var request = XMLAPIRequest(.updateRecipient, [.text("LIST_ID", list), .text("RECIPIENT_ID", id)])
        if !columns.isEmpty { request.add(.columns(columns)) }
        return request
    }

    /// Adds a column to a list.
    public static func addColumn(_ name: String, list: String, type: XMLAPIColumnType) -> XMLAPIRequest {
        XMLAPIRequest(
            .addListColumn,
            [
                .text("LIST_ID", list), .text("COLUMN_NAME", name), .text("COLUMN_TYPE", String(type.rawValue)),
                .text("DEFAULT", ""),
            ])
    }

    /// Inserts a row into a relational table, or updates the row with its key.
    public static func insertRow(_ row: NamedTexts, table: String) -> XMLAPIRequest {
        XMLAPIRequest(.insertUpdateRelationalTable, [.text("TABLE_ID", table), .rows([row])])
    }
}
