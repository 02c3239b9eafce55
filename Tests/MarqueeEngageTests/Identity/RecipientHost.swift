import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire

@testable import MarqueeEngage

/// An Engage-compatible host in memory: one list with typed-in columns, one audit table, tokens. It behaves like a real
/// list: unknown columns, unknown recipients and second recipients with a unique key are faults.
final class RecipientHost: Sendable {
    /// What happens to one call.
    enum Failure: Sendable, CaseIterable {
        /// The request does not arrive.
        case lostRequest
        /// The host does what is asked, and the answer does not arrive.
        case lostAnswer
        /// The host answers 500 and does nothing.
        case serverError
        /// The host answers with a fault and does nothing.
        case fault
    }

    struct State: Sendable {
        var columns: Set<String> = [
            "Email", "Mobile User Id", "Merged Recipient Id", "Merged Date", "Facebook Id", "Twitter Id",
        ]
        /// The column whose value only one recipient may have; `nil` for a list without a key.
        var uniqueColumn: String?
        var recipients: [String: [String: String]] = [:]
        var nextID = 100_001
        var tableColumns = ["Audit Record Id", "Old Recipient Id", "New Recipient Id", "Create Date"]
        /// By the value of the first column.
        var table: [String: [String: String]] = [:]
        /// The requests that arrived, for example `UpdateRecipient(100001)`.
        var calls: [String] = []
        /// The number of the call that fails, from 0.
        var failing: (call: Int, failure: Failure)?
        var sent = 0
        var tokens = 0
    }

    static let listID = "4711"
    static let tableID = "4712"
    private let state: Locked<State>

    init(_ change: (inout State) -> Void = { _ in }) {
        var state = State()
        change(&state)
        self.state = Locked(state)
    }

    var now: State { state.withLock { $0 } }

    func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            var copy = state
            body(&copy)
            state = copy
        }
    }

    /// The network to the host.
    var transport: FakeTransport {
        FakeTransport { [self] request throws(TransportError) in
            try answer(isToken: request.url.path.hasSuffix("oauth/token"), request.body ?? Data())
        }
    }

    /// The bytes of the answer to a request over a socket; none where the answer is lost.
    func answer(head: String, body: Data) -> Data {
        guard let response = try? answer(isToken: head.contains("/oauth/token"), body) else { return Data() }
        return ScriptedServer.response(status: response.status, headers: response.headers, body: response.body)
    }

    private func answer(isToken: Bool, _ body: Data) throws(TransportError) -> TransportResponse {
        if isToken {
            state.withLock { $0.tokens += 1 }
            let body = Data(#"{"access_token":"token","token_type":"bearer","expires_in":3600}"#.utf8)
            return TransportResponse(status: 200, body: body)
        }
        return try state.withLock { state throws(TransportError) in
            var copy = state
            defer { state = copy }
            return try copy.answer(body)
        }
    }
}

extension RecipientHost.State {
    private struct Fault: Error {
        let id: XMLAPIErrorID
        let text: String
    }

    fileprivate mutating func answer(_ body: Data) throws(TransportError) -> TransportResponse {
        let failure = failing.flatMap { $0.call == sent ? $0.failure : nil }
        sent += 1
        switch failure {
        case .lostRequest: throw TransportError(.unreachable, "no network")
        case .serverError: return TransportResponse(status: 500)
        case .fault: return Self.response(Fault(id: .serverError, text: "Server Error"))
        case .lostAnswer:
            _ = carryOut(body)
            throw TransportError(.interrupted, "the connection broke")
        case nil: return carryOut(body)
        }
    }

    private mutating func carryOut(_ body: Data) -> TransportResponse {
        let form = String(decoding: body, as: UTF8.self)
        let xml = form.dropFirst("xml=".count).removingPercentEncoding ?? ""
        guard let operation = (try? ResultReader.read(Data(xml.utf8)))?.child("body")?.children.first else {
            return Self.response(Fault(id: .invalidXML, text: "Invalid XML Request"))
        }
        do throws(Fault) {
            return Self.response(try carryOut(operation))
        } catch {
            return Self.response(error)
        }
    }

    private mutating func carryOut(_ operation: ResultElement) throws(Fault) -> String {
        let id = operation.child("recipient_id")?.text
        switch operation.name {
        case "addrecipient":
            calls.append("AddRecipient")
            return try add(operation)
        case "updaterecipient":
            calls.append("UpdateRecipient(\(id ?? ""))")
            return try update(operation, id)
        case "selectrecipientdata":
            calls.append(id.map { "SelectRecipientData(\($0))" } ?? "SelectRecipientData")
            return try select(operation, id)
        case "insertupdaterelationaltable":
            calls.append("InsertUpdateRelationalTable")
            return try insert(operation)
        case "addlistcolumn":
            calls.append("AddListColumn(\(operation.child("column_name")?.text ?? ""))")
            return try addColumn(operation)
        default: throw Fault(id: .serverError, text: "Server Error")
        }
    }

    private mutating func add(_ operation: ResultElement) throws(Fault) -> String {
        let texts = try columns(operation)
        let sync = operation.child("sync_fields").map { Self.pairs($0.children("sync_field")) } ?? [:]
        var wanted = sync
        if let uniqueColumn, let value = texts[uniqueColumn] { wanted[uniqueColumn] = value }
        if !wanted.isEmpty, let known = recipients.first(where: { Self.has($0.value, wanted) }) {
            guard operation.child("update_if_found")?.text == "true" else {
                throw Fault(id: .recipientExists, text: "Recipient already exists")
            }
            recipients[known.key]?.merge(texts) { $1 }
            return "<RecipientId>\(known.key)</RecipientId>"
        }
        let id = String(nextID)
        nextID += 1
        recipients[id] = texts
        return "<RecipientId>\(id)</RecipientId>"
    }

    private mutating func update(_ operation: ResultElement, _ id: String?) throws(Fault) -> String {
        let texts = try columns(operation)
        let sync = operation.child("sync_fields").map { Self.pairs($0.children("sync_field")) } ?? [:]
        let found = id ?? recipients.first { !sync.isEmpty && Self.has($0.value, sync) }?.key
        guard let found, recipients[found] != nil else {
            throw Fault(id: .notAMember, text: "Recipient is not a member of the list")
        }
        if let uniqueColumn, let value = texts[uniqueColumn], !value.isEmpty,
            recipients.contains(where: { $0.key != found && $0.value[uniqueColumn] == value })
        {
            throw Fault(id: .recipientExists, text: "Recipient already exists")
        }
        recipients[found]?.merge(texts) { $1 }
        return "<RecipientId>\(found)</RecipientId>"
    }

    private func select(_ operation: ResultElement, _ id: String?) throws(Fault) -> String {
        var texts = try columns(operation)
        if let email = operation.child("email")?.text { texts["Email"] = email }
        let found =
            id.flatMap { id in recipients[id].map { (key: id, value: $0) } }
            ?? (id == nil && !texts.isEmpty ? recipients.first { Self.has($0.value, texts) } : nil)
        guard let found else { throw Fault(id: .notAMember, text: "Recipient is not a member of the list") }
        let columns = found.value.map {
            "<COLUMN><NAME>\($0.key)</NAME><VALUE>\($0.value)</VALUE></COLUMN>"
        }
        return "<RecipientId>\(found.key)</RecipientId><COLUMNS>\(columns.joined())</COLUMNS>"
    }

    private mutating func insert(_ operation: ResultElement) throws(Fault) -> String {
        guard operation.child("table_id")?.text == RecipientHost.tableID else {
            throw Fault(id: .listNotValid, text: "Table does not exist")
        }
        for row in operation.child("rows")?.children("row") ?? [] {
            let cells = Dictionary(row.children("column").map { ($0.attributes["name"] ?? "", $0.text) }) { $1 }
            if let wrong = cells.keys.first(where: { !tableColumns.contains($0) }) {
                throw Fault(id: .columnDoesNotExist, text: "Column \(wrong) does not exist")
            }
            guard let key = cells[tableColumns[0]] else { throw Fault(id: .recipientKeyMissing, text: "No key") }
            table[key, default: [:]].merge(cells) { $1 }
        }
        return "<FAILURES/>"
    }

    private mutating func addColumn(_ operation: ResultElement) throws(Fault) -> String {
        let name = operation.child("column_name")?.text ?? ""
        guard columns.insert(name).inserted else { throw Fault(id: .nameInUse, text: "Name already in use") }
        return ""
    }

    /// The texts of the columns, which the list must have.
    private func columns(_ operation: ResultElement) throws(Fault) -> [String: String] {
        guard operation.child("list_id")?.text == RecipientHost.listID else {
            throw Fault(id: .listNotValid, text: "List is not valid")
        }
        let texts = Self.pairs(operation.children("column"))
        if let wrong = texts.keys.first(where: { !columns.contains($0) }) {
            throw Fault(id: .columnDoesNotExist, text: "Column \(wrong) does not exist")
        }
        return texts
    }

    private static func pairs(_ elements: [ResultElement]) -> [String: String] {
        Dictionary(elements.map { ($0.child("name")?.text ?? "", $0.child("value")?.text ?? "") }) { $1 }
    }

    private static func has(_ recipient: [String: String], _ texts: [String: String]) -> Bool {
        texts.allSatisfy { recipient[$0.key] == $0.value }
    }

    private static func response(_ content: String) -> TransportResponse {
        let xml = "<Envelope><Body><RESULT><SUCCESS>TRUE</SUCCESS>\(content)</RESULT></Body></Envelope>"
        return TransportResponse(status: 200, headers: ["Content-Type": "text/xml"], body: Data(xml.utf8))
    }

    private static func response(_ fault: Fault) -> TransportResponse {
        let xml = """
            <Envelope><Body><RESULT><SUCCESS>false</SUCCESS></RESULT><Fault><FaultString><![CDATA[\(fault.text)]]>\
            </FaultString><detail><error><errorid>\(fault.id.rawValue)</errorid></error></detail></Fault></Body>\
            </Envelope>
            """
        return TransportResponse(status: 200, headers: ["Content-Type": "text/xml"], body: Data(xml.utf8))
    }
}
