/// The `errorid` of an XMLAPI fault. Hosts use more numbers than have a name here.
public struct XMLAPIErrorID: Sendable, Hashable, RawRepresentable {
    /// The number on the wire.
    public let rawValue: Int

    /// Any number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The server failed, or the request has no XML.
    public static let serverError = Self(rawValue: 50)
    /// The XML cannot be read.
    public static let invalidXML = Self(rawValue: 51)
    /// A parameter in the XML is missing.
    public static let missingParameter = Self(rawValue: 52)
    /// A parameter is missing or empty.
    public static let parameterNotProvided = Self(rawValue: 100)
    /// The name is in use.
    public static let nameInUse = Self(rawValue: 101)
    /// There is no such list.
    public static let listNotValid = Self(rawValue: 106)
    /// The recipient could not be saved.
    public static let recipientSaveError = Self(rawValue: 120)
    /// A recipient is added without the key column.
    public static let emailRequired = Self(rawValue: 121)
    /// A recipient with these keys exists.
    public static let recipientExists = Self(rawValue: 122)
    /// The recipient to update does not exist.
    public static let recipientDoesNotExist = Self(rawValue: 123)
    /// The recipient id is not valid.
    public static let recipientIDNotValid = Self(rawValue: 124)
    /// A recipient id without a list.
    public static let listRequired = Self(rawValue: 125)
    /// No recipient of the list matches; the answer of a search without a result.
    public static let notAMember = Self(rawValue: 128)
    /// The recipient has opted out.
    public static let optedOut = Self(rawValue: 129)
    /// The kind of import is not known.
    public static let importTypeNotValid = Self(rawValue: 131)
    /// The job could not be created.
    public static let jobNotCreated = Self(rawValue: 132)
    /// The file's type is not known.
    public static let fileTypeNotValid = Self(rawValue: 133)
    /// There is no such job.
    public static let jobNotValid = Self(rawValue: 135)
    /// The session has expired.
    public static let sessionNotValid = Self(rawValue: 145)
    /// The column's type is not known.
    public static let columnTypeNotValidForList = Self(rawValue: 146)
    /// The client may not do this.
    public static let noPermission = Self(rawValue: 150)
    /// A column to export is not a column of the list.
    public static let exportNotListColumn = Self(rawValue: 153)
    /// The column's name is not valid.
    public static let columnNameNotValid = Self(rawValue: 161)
    /// A column of the system cannot be added.
    public static let systemColumn = Self(rawValue: 188)
    /// A part of the request is missing.
    public static let elementNotFound = Self(rawValue: 190)
    /// A query has this name.
    public static let queryNameInUse = Self(rawValue: 256)
    /// The list id is not a number.
    public static let listIDNotInteger = Self(rawValue: 310)
    /// The column's type is not known.
    public static let columnTypeNotValid = Self(rawValue: 313)
    /// The list has no such column.
    public static let columnNotFound = Self(rawValue: 314)
    /// A column has no name.
    public static let columnNameRequired = Self(rawValue: 316)
    /// The format of the export is not known.
    public static let exportFormatNotValid = Self(rawValue: 321)
    /// There is no such folder.
    public static let folderNotFound = Self(rawValue: 325)
    /// A key cannot be changed without a recipient id.
    public static let cannotUpdateKey = Self(rawValue: 326)
    /// A sync field has no name.
    public static let syncFieldNameRequired = Self(rawValue: 329)
    /// The query could not be saved.
    public static let querySaveError = Self(rawValue: 600)
    /// There is no recipient with this id.
    public static let recipientIDNotFound = Self(rawValue: 1001)
    /// No recipient matches the sync fields.
    public static let syncFieldNotFound = Self(rawValue: 1002)
    /// A key column has no value.
    public static let recipientKeyMissing = Self(rawValue: 1006)
    /// A column does not exist.
    public static let columnDoesNotExist = Self(rawValue: 1007)
    /// There is no such recipient.
    public static let recipientNotFound = Self(rawValue: 1008)
    /// The recipient was removed before.
    public static let recipientAlreadyDeleted = Self(rawValue: 1009)
    /// A column of the system cannot be changed.
    public static let cannotUpdateSystemColumn = Self(rawValue: 1011)
    /// The recipients could not be merged.
    public static let recipientMergeError = Self(rawValue: 1015)
    /// A required column has no value.
    public static let requiredColumn = Self(rawValue: 1016)
    /// The e-mail address is not valid.
    public static let emailNotValid = Self(rawValue: 1017)
    /// A contact with these keys exists.
    public static let contactExists = Self(rawValue: 1018)
}
