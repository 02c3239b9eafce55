import MarqueeWire
import PlatformStore
import XMLTree

/// What an import does with the columns of a file.
struct ImportMap {
    private static let maximumColumns = 500

    /// The list or table; `nil` when the map names none.
    let list: Int64?
    let action: JobWork.ImportAction
    /// The columns by their places in the file; `nil` when the file's heading names them.
    let columns: [String?]?
    /// The columns by which recipients are to be found.
    let syncFields: [String]
    /// Whether the first row is no data.
    let hasHeading: Bool

    /// A call without a map: the file's heading names the columns.
    init(_ call: XMLAPICall) throws(XMLAPIFault) {
        list =
            call["LIST_ID"] == nil && call["TABLE_ID"] == nil
            ? nil : try call.listID(call["LIST_ID"] == nil ? "TABLE_ID" : "LIST_ID")
        action = try Self.action(call["ACTION"])
        columns = nil
        syncFields = []
        hasHeading = true
    }

    /// A map as clients write it: `LIST_IMPORT` with `LIST_INFO` and `MAPPING`.
    init(_ bytes: [UInt8]) throws(XMLAPIFault) {
        let root: XMLElement
        do { root = try XMLElement.parse(bytes, takesDoctype: false) } catch {
            throw XMLAPIFault(.fileTypeNotValid, "the MAP_FILE is no XML")
        }
        guard let info = root.all(named: "LIST_INFO").first ?? root.all(named: "TABLE_INFO").first else {
            throw XMLAPIFault(.elementNotFound, "the MAP_FILE has no LIST_INFO")
        }
        list = (info.text(of: "LIST_ID") ?? info.text(of: "TABLE_ID")).flatMap { Int64($0) }
        action = try Self.action(info.text(of: "ACTION"))
        hasHeading = info.text(of: "HASCOLUMNHEADERS")?.lowercased() == "true"
        guard ["0", ""].contains(info.text(of: "FILE_TYPE") ?? "") else {
            throw XMLAPIFault(.fileTypeNotValid, "the only FILE_TYPE is 0, CSV")
        }
        syncFields = root.all(named: "SYNC_FIELDS").flatMap { $0.all(named: "SYNC_FIELD") }.compactMap {
            $0.text(of: "NAME")
        }
        columns = try Self.columns(root.all(named: "MAPPING").flatMap { $0.all(named: "COLUMN") })
    }

    private static func columns(_ elements: [XMLElement]) throws(XMLAPIFault) -> [String?]? {
        guard !elements.isEmpty else { return nil }
        var columns: [String?] = []
        for element in elements {
            guard let index = element.text(of: "INDEX").flatMap({ Int($0) }), (1...maximumColumns).contains(index)
            else {
                throw XMLAPIFault(.elementNotFound, "a COLUMN of the MAPPING has no INDEX from 1 to \(maximumColumns)")
            }
            while columns.count < index { columns.append(nil) }
            let isIncluded = element.text(of: "INCLUDE")?.lowercased() != "false"
            columns[index - 1] = isIncluded ? element.text(of: "NAME") : nil
        }
        return columns
    }

    private static func action(_ word: String?) throws(XMLAPIFault) -> JobWork.ImportAction {
        switch word?.uppercased() ?? "ADD_AND_UPDATE" {
        case "ADD_ONLY": return .addOnly
        case "UPDATE_ONLY": return .updateOnly
        case "ADD_AND_UPDATE", "CREATE": return .addAndUpdate
        case "OPT_OUT": return .optOut
        default: throw XMLAPIFault(.importTypeNotValid, "\"\(word?.prefix(80) ?? "")\" is no ACTION of an import")
        }
    }
}
