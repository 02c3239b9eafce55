import MarqueeWire
import Testing

/// ENG-082: the operations of XMLAPI.
struct XMLAPIOperationTests {
    /// The ancestor's 58 names, in its order.
    private static let names = """
        SendMailing ForwardToFriend GetContactMailingDetails PurgeData AddRecipient DoubleOptInRecipient UpdateRecipient
        OptOutRecipient SelectRecipientData Login Logout ImportList ExportList AddListColumn GetListMetaData
        ListRecipientMailings RemoveRecipient GetLists CreateTable JoinTable InsertUpdateRelationalTable
        DeleteRelationalTableData ImportTable ExportTable PurgeTable DeleteTable CreateContactList
        AddContactToContactList AddContactToProgram CreateQuery CalculateQuery SetColumnValue TrackingMetricExport
        RawRecipientDataExport WebTrackingDataExport GetReportIdByDate GetSentMailingsForOrg GetSentMailingsForUser
        GetSentMailingsForList GetAggregateTrackingForMailing GetAggregateTrackingForOrg GetAggregateTrackingForUser
        GetJobStatus DeleteJob GetFolderPath ScheduleMailing PreviewMailing GetMessageGroupDetails AddDCRuleset
        ImportDCRuleset ExportDCRuleset ListDCRulesetsForMailing GetDCRuleset ReplaceDCRuleset ValidateDCRuleset
        DeleteDCRuleset GetMailingTemplates ExportMailingTemplate
        """.split { $0 == " " || $0 == "\n" }.map(String.init)

    @Test func `there is a constant for every operation, whose text is the operation's name`() {
        #expect(Self.names.count == 58)
        #expect(XMLAPIOperation.allCases.map(\.rawValue) == Self.names)
    }
}
