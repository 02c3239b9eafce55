import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-101 to ENG-104, ENG-109: which request follows which answer. The app's recipient is R1 with the id M1.
struct IdentityCheckMachineTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var history = true
        var audit = false
        let answers: [MachineAnswer]
        let requests: [String]
        let end: String
    }

    static let rows: [Row] = [
        Row(
            testDescription: "no recipient has the ids", answers: [.fault(128), .found("R1")],
            requests: ["SelectRecipientData", "UpdateRecipient(R1)"], end: "R1"),
        Row(
            testDescription: "the search fails", answers: [.fault(50)], requests: ["SelectRecipientData"],
            end: "refused 50"),
        Row(
            testDescription: "the ids are refused", answers: [.fault(128), .fault(1007)],
            requests: ["SelectRecipientData", "UpdateRecipient(R1)"], end: "refused 1007"),
        Row(
            testDescription: "the own recipient is found", answers: [.found("R1", mobile: "M1")],
            requests: ["SelectRecipientData"], end: "R1"),
        Row(
            testDescription: "the own recipient lacks its mobile user id", answers: [.found("R1"), .found("R1")],
            requests: ["SelectRecipientData", "UpdateRecipient(R1)"], end: "R1"),
        Row(
            testDescription: "another one without a mobile user id",
            answers: [.found("R0"), .found("R0"), .found("R1")],
            requests: ["SelectRecipientData", "UpdateRecipient(R0)", "UpdateRecipient(R1)"], end: "R0 for R1"),
        Row(
            testDescription: "the same with an audit table", audit: true,
            answers: [.found("R0"), .found("R0"), .found("R1"), .found("")],
            requests: [
                "SelectRecipientData", "UpdateRecipient(R0)", "UpdateRecipient(R1)", "InsertUpdateRelationalTable",
            ], end: "R0 for R1"),
        Row(
            testDescription: "the list takes a mobile user id once",
            answers: [.found("R0"), .fault(122), .found("R1"), .found("R0")],
            requests: [
                "SelectRecipientData", "UpdateRecipient(R0)", "UpdateRecipient(R1)", "UpdateRecipient(R0)",
            ], end: "R0 for R1"),
        Row(
            testDescription: "the list takes the id from nobody",
            answers: [.found("R0"), .fault(122), .found("R1"), .fault(122)],
            requests: [
                "SelectRecipientData", "UpdateRecipient(R0)", "UpdateRecipient(R1)", "UpdateRecipient(R0)",
            ], end: "refused 122"),
        Row(
            testDescription: "another one with a mobile user id",
            answers: [.found("R0", mobile: "M0"), .found("R1")],
            requests: ["SelectRecipientData", "UpdateRecipient(R1)"], end: "R0 for R1"),
        Row(
            testDescription: "the same without history", history: false, answers: [.found("R0", mobile: "M0")],
            requests: ["SelectRecipientData"], end: "R0 for R1"),
        Row(
            testDescription: "the same with an audit table only", history: false, audit: true,
            answers: [.found("R0", mobile: "M0"), .found("")],
            requests: ["SelectRecipientData", "InsertUpdateRelationalTable"], end: "R0 for R1"),
        Row(
            testDescription: "a refused step ends the merge", answers: [.found("R0"), .found("R0"), .fault(50)],
            requests: ["SelectRecipientData", "UpdateRecipient(R0)", "UpdateRecipient(R1)"], end: "refused 50"),
        Row(
            testDescription: "a recipient that was given up leads to its successor",
            answers: [.found("R5", merged: "R0"), .found("R0", mobile: "M0"), .found("R1")],
            requests: ["SelectRecipientData", "SelectRecipientData(R0)", "UpdateRecipient(R1)"],
            end: "R0 for R1"),
        Row(
            testDescription: "a recipient that was given up for the own one",
            answers: [.found("R0", mobile: "M0", merged: "R1"), .found("R1", mobile: "M1")],
            requests: ["SelectRecipientData", "SelectRecipientData(R1)"], end: "R1"),
        Row(
            testDescription: "two recipients that were given up for each other",
            answers: [
                .found("R5", mobile: "M5", merged: "R6"), .found("R6", mobile: "M6", merged: "R5"), .found("R1"),
            ],
            requests: ["SelectRecipientData", "SelectRecipientData(R6)", "UpdateRecipient(R1)"],
            end: "R6 for R1"),
        Row(
            testDescription: "a successor that was removed",
            answers: [.found("R5", mobile: "M5", merged: "R6"), .fault(128), .found("R1")],
            requests: ["SelectRecipientData", "SelectRecipientData(R6)", "UpdateRecipient(R1)"],
            end: "R5 for R1"),
        Row(
            testDescription: "an answer without an id", answers: [.found("")], requests: ["SelectRecipientData"],
            end: "hostFailed 0"),
    ]

    @Test(arguments: rows) func `each answer leads to one request or to the end`(_ row: Row) throws {
        var settings = row.audit ? RecipientSettings.audited : .example
        settings.recordsMergeInList = row.history
        var machine = IdentityCheckMachine(
            ["Facebook Id": "100"], own: RecipientPair(recipientID: "R1", mobileUserID: "M1"), settings: settings,
            time: Timestamp(milliseconds: 0), auditKey: "K")
        let (requests, end) = try MachineRun.run(&machine, row.answers)
        #expect(requests == row.requests)
        #expect(end == row.end)
    }

    @Test func `a chain of recipients ends after eight`() throws {
        var machine = IdentityCheckMachine(
            ["Facebook Id": "100"], own: RecipientPair(recipientID: "R1", mobileUserID: "M1"), settings: .example,
            time: Timestamp(milliseconds: 0), auditKey: "K")
        let answers = (2..<100).map { MachineAnswer.found("R\($0)", mobile: "M", merged: "R\($0 + 1)") }
        let (requests, _) = try MachineRun.run(&machine, answers)
        #expect(requests.count { $0.hasPrefix("Select") } == IdentityCheckMachine.longestChain)
    }

    @Test(arguments: [
        (false, [MachineAnswer.fault(128)], "refused 128"), (true, [.fault(128)], "again"),
        (true, [.fault(1009)], "again"), (true, [.fault(50)], "refused 50"),
        (true, [.found("R0"), .found("R1")], "R0 for R1"),
    ]) func `a resumed merge whose recipient is gone begins again`(
        _ isResumed: Bool, _ answers: [MachineAnswer], _ end: String
    ) throws {
        var machine = MergeMachine(
            RecipientMerge(
                listID: "1", ids: ["Facebook Id": "100"], old: RecipientPair(recipientID: "R1", mobileUserID: "M1"),
                new: RecipientPair(recipientID: "R0", mobileUserID: "M1"), movesMobileUserID: true,
                time: Timestamp(milliseconds: 0), auditKey: "K"), .example, isResumed: isResumed)
        #expect(try MachineRun.run(&machine, answers).end == end)
    }

    @Test func `dates of the history are in GMT`() {
        #expect(Timestamp(milliseconds: 1_422_409_010_123).mergeText == "01/28/2015 01:36:50 GMT")
    }
}
