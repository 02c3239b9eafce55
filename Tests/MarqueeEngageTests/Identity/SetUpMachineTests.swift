import Foundation
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-094, ENG-096, ENG-099: which request follows which answer.
struct SetUpMachineTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var recipientID = ""
        var mayExist = false
        /// The host's answers in order; the machine's requests stand between them.
        let answers: [MachineAnswer]
        let requests: [String]
        let end: String
    }

    static let rows: [Row] = [
        Row(testDescription: "a new id", answers: [.found("7")], requests: ["AddRecipient"], end: "7"),
        Row(
            testDescription: "an id that is not in the list", mayExist: true, answers: [.fault(128), .found("7")],
            requests: ["SelectRecipientData", "AddRecipient"], end: "7"),
        Row(
            testDescription: "an id that is in the list", mayExist: true, answers: [.found("7")],
            requests: ["SelectRecipientData"], end: "7"),
        Row(
            testDescription: "another device was faster", answers: [.fault(122), .found("7")],
            requests: ["AddRecipient", "SelectRecipientData"], end: "7"),
        Row(
            testDescription: "the list contradicts itself", answers: [.fault(122), .fault(128)],
            requests: ["AddRecipient", "SelectRecipientData"], end: "refused 128"),
        Row(
            testDescription: "the look-up fails", mayExist: true, answers: [.fault(50)],
            requests: ["SelectRecipientData"], end: "refused 50"),
        Row(
            testDescription: "the answer has no id", answers: [.found("")], requests: ["AddRecipient"],
            end: "hostFailed 0"),
        Row(
            testDescription: "a recipient gets the id", recipientID: "9", answers: [.found("9")],
            requests: ["UpdateRecipient"], end: "9"),
        Row(
            testDescription: "an update's answer needs no id", recipientID: "9", answers: [.found("")],
            requests: ["UpdateRecipient"], end: "9"),
        Row(
            testDescription: "the update is refused", recipientID: "9", answers: [.fault(124)],
            requests: ["UpdateRecipient"], end: "refused 124"),
    ]

    @Test(arguments: rows) func `each answer leads to one request or to the end`(_ row: Row) throws {
        var machine = SetUpMachine(
            RecipientCreation(
                listID: "1", mobileUserID: "M1", recipientID: row.recipientID, mayExist: row.mayExist), .example)
        let (requests, end) = try MachineRun.run(&machine, row.answers)
        #expect(requests == row.requests)
        #expect(end == row.end)
    }
}

/// A host's answer in a table.
enum MachineAnswer: Sendable {
    case found(String, mobile: String = "", merged: String = "")
    case fault(Int)

    var result: XMLAPIResult {
        get throws {
            let content =
                switch self {
                case .found(let id, let mobile, let merged):
                    """
                    <RESULT><SUCCESS>TRUE</SUCCESS><RecipientId>\(id)</RecipientId><COLUMNS><COLUMN><NAME>Mobile User Id\
                    </NAME><VALUE>\(mobile)</VALUE></COLUMN><COLUMN><NAME>Merged Recipient Id</NAME><VALUE>\(merged)\
                    </VALUE></COLUMN></COLUMNS></RESULT>
                    """
                case .fault(let id):
                    """
                    <RESULT><SUCCESS>false</SUCCESS></RESULT><Fault><detail><error><errorid>\(id)</errorid></error>\
                    </detail></Fault>
                    """
                }
            return try XMLAPIResult(xml: Data("<Envelope><Body>\(content)</Body></Envelope>".utf8))
        }
    }
}

enum MachineRun {
    /// Gives the answers to the machine.
    /// - Returns: the operations of its requests, and what it ended with.
    static func run(
        _ machine: inout some RecipientMachine, _ answers: [MachineAnswer]
    ) throws -> (requests: [String], end: String) {
        var requests: [String] = []
        var answers = answers[...]
        var action = machine.begin()
        while true {
            switch action {
            case .send(let request):
                let id = request.text("RECIPIENT_ID").map { "(\($0))" } ?? ""
                requests.append(request.operation.rawValue + (id == "(9)" ? "" : id))
                guard let answer = answers.popFirst() else { return (requests, "more") }
                action = machine.receive(try answer.result)
            case .finish(let outcome):
                let merged = outcome.merged.map { " for \($0)" } ?? ""
                return (requests, outcome.recipient.recipientID + merged)
            case .fail(let error): return (requests, "\(error.code) \(error.fault?.id.rawValue ?? 0)")
            case .startAgain: return (requests, "again")
            }
        }
    }
}
