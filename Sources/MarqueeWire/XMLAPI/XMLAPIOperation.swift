/// An operation of XMLAPI, the interface for recipients, lists and tables; the raw value is the name on the wire.
///
/// A Marquee server answers an operation that it does not offer with a fault that names the operation.
public enum XMLAPIOperation: String, Sendable, CaseIterable {
    /// Sends a mailing to one recipient.
    case sendMailing = "SendMailing"
    /// Forwards a mailing.
    case forwardToFriend = "ForwardToFriend"
    /// The mailings of one contact.
    case getContactMailingDetails = "GetContactMailingDetails"
    /// Deletes the recipients of a list that are in another list.
    case purgeData = "PurgeData"
    /// Adds a recipient to a list, or updates the one that is found.
    case addRecipient = "AddRecipient"
    /// Adds a recipient whose consent was confirmed.
    case doubleOptInRecipient = "DoubleOptInRecipient"
    /// Changes columns of a recipient.
    case updateRecipient = "UpdateRecipient"
    /// A recipient wants no more messages.
    case optOutRecipient = "OptOutRecipient"
    /// Finds a recipient, with all columns.
    case selectRecipientData = "SelectRecipientData"
    /// Opens a session; OAuth replaces it.
    case login = "Login"
    /// Ends a session.
    case logout = "Logout"
    /// Starts a job that imports a file into a list.
    case importList = "ImportList"
    /// Starts a job that exports a list.
    case exportList = "ExportList"
    /// Adds a column to a list.
    case addListColumn = "AddListColumn"
    /// A list with its columns.
    case getListMetaData = "GetListMetaData"
    /// The mailings that a recipient got.
    case listRecipientMailings = "ListRecipientMailings"
    /// Removes a recipient from a list.
    case removeRecipient = "RemoveRecipient"
    /// The lists, queries and tables of the account.
    case getLists = "GetLists"
    /// Creates a relational table.
    case createTable = "CreateTable"
    /// Relates a table's columns to those of a list.
    case joinTable = "JoinTable"
    /// Inserts rows, or updates them by key; at most 100.
    case insertUpdateRelationalTable = "InsertUpdateRelationalTable"
    /// Deletes rows by key.
    case deleteRelationalTableData = "DeleteRelationalTableData"
    /// Starts a job that imports a file into a table.
    case importTable = "ImportTable"
    /// Starts a job that exports a table.
    case exportTable = "ExportTable"
    /// Deletes all rows of a table.
    case purgeTable = "PurgeTable"
    /// Deletes a table.
    case deleteTable = "DeleteTable"
    /// Creates a contact list.
    case createContactList = "CreateContactList"
    /// Adds a recipient to a contact list.
    case addContactToContactList = "AddContactToContactList"
    /// Adds a recipient to a program.
    case addContactToProgram = "AddContactToProgram"
    /// Creates a query over a list.
    case createQuery = "CreateQuery"
    /// Starts a job that counts a query's recipients.
    case calculateQuery = "CalculateQuery"
    /// Starts a job that sets a column of every recipient.
    case setColumnValue = "SetColumnValue"
    /// Exports tracking metrics.
    case trackingMetricExport = "TrackingMetricExport"
    /// Exports the events of recipients.
    case rawRecipientDataExport = "RawRecipientDataExport"
    /// Exports web tracking data.
    case webTrackingDataExport = "WebTrackingDataExport"
    /// The reports of a period.
    case getReportIdByDate = "GetReportIdByDate"
    /// The mailings that an organisation sent.
    case getSentMailingsForOrg = "GetSentMailingsForOrg"
    /// The mailings that a user sent.
    case getSentMailingsForUser = "GetSentMailingsForUser"
    /// The mailings that were sent to a list.
    case getSentMailingsForList = "GetSentMailingsForList"
    /// The figures of a mailing.
    case getAggregateTrackingForMailing = "GetAggregateTrackingForMailing"
    /// The figures of an organisation.
    case getAggregateTrackingForOrg = "GetAggregateTrackingForOrg"
    /// The figures of a user.
    case getAggregateTrackingForUser = "GetAggregateTrackingForUser"
    /// How far a job is.
    case getJobStatus = "GetJobStatus"
    /// Deletes a job.
    case deleteJob = "DeleteJob"
    /// The path of a folder.
    case getFolderPath = "GetFolderPath"
    /// Schedules a mailing.
    case scheduleMailing = "ScheduleMailing"
    /// A mailing as a recipient sees it.
    case previewMailing = "PreviewMailing"
    /// A group of messages.
    case getMessageGroupDetails = "GetMessageGroupDetails"
    /// Adds a set of rules for dynamic content.
    case addDynamicContentRuleSet = "AddDCRuleset"
    /// Imports a set of rules.
    case importDynamicContentRuleSet = "ImportDCRuleset"
    /// Exports a set of rules.
    case exportDynamicContentRuleSet = "ExportDCRuleset"
    /// The sets of rules of a mailing.
    case listDynamicContentRuleSetsForMailing = "ListDCRulesetsForMailing"
    /// A set of rules.
    case getDynamicContentRuleSet = "GetDCRuleset"
    /// Replaces a set of rules.
    case replaceDynamicContentRuleSet = "ReplaceDCRuleset"
    /// Checks a set of rules.
    case validateDynamicContentRuleSet = "ValidateDCRuleset"
    /// Deletes a set of rules.
    case deleteDynamicContentRuleSet = "DeleteDCRuleset"
    /// The templates of mailings.
    case getMailingTemplates = "GetMailingTemplates"
    /// Exports a template.
    case exportMailingTemplate = "ExportMailingTemplate"
}
