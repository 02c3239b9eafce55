import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// The checks of the test console: a table of what devices send, and what each check says of it.
@Suite struct ConsoleReportTests {
    typealias Route = PlacementRequestRecord.Route
    typealias Outcome = PlacementRequestRecord.Outcome

    /// One request of a case, with what differs from a good one; `nil` removes a parameter.
    struct Sent: Sendable {
        let second: Int
        let route: Route
        let outcome: Outcome
        let changes: [String: String?]
        var line = "GET /v3/publisher/x/"

        init(_ second: Int, _ route: Route, _ outcome: Outcome = .ok, _ changes: [String: String?] = [:]) {
            self.second = second
            self.route = route
            self.outcome = outcome
            self.changes = changes
        }

        func record(_ number: Int) -> PlacementRequestRecord {
            var parameters = [
                "token": "demo…", "gid": "Qm9v…", "d_custom": "play…", "d_ifa": "A1B2…", "tracking": "1",
                "signature": "abcd…", "sdk-ios": "1.13.1", "os": "iPhone OS 6.1.3",
            ]
            switch route {
            case .open: parameters["scount"] = "1"
            case .content: parameters.merge(["placement_id": "start", "stime": "\(second)", "preload": "0"]) { $1 }
            case .badge: parameters["placement_id"] = "start"
            case .purchase:
                parameters.merge(["product": "sword", "resolution": "buy", "price": "0.99", "price_locale": "USD"]) {
                    $1
                }
            case .impression, .click, .dismiss, .form, .unlock, .attempt: parameters = ["placement_tag": "start"]
            }
            for (name, value) in changes { parameters[name] = value }
            let digits = String(number)
            return PlacementRequestRecord(
                id: String(repeating: "0", count: 6 - digits.count) + digits, device: "phone",
                time: ConsoleReportTests.start + .seconds(second),
                .init(
                    route: route, install: "gid", line: line, parameters: parameters, outcome: outcome, detail: "fine"))
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sent: [Sent]
        let check: ConsoleCheck
        let state: ConsoleReport.Verdict.State
        /// Part of the sentence.
        let says: String

        init(
            _ name: String, _ sent: [Sent], _ check: ConsoleCheck, _ state: ConsoleReport.Verdict.State,
            _ says: String = ""
        ) {
            testDescription = name
            self.sent = sent
            self.check = check
            self.state = state
            self.says = says
        }
    }

    static let start = Timestamp(milliseconds: 1_790_000_000_000)

    private static func report(_ sent: [Sent]) -> ConsoleReport {
        ConsoleReport(sent.enumerated().map { $1.record($0) }.reversed(), since: start)
    }

    private static let noIDs: [String: String?] = ["gid": nil, "d_custom": nil, "d_ifa": nil, "tracking": nil]

    static let opens: [Case] = [
        Case("nothing came", [], .identifier, .notYetSeen, "Start the game"),
        Case("PLC-115: ids", [Sent(0, .open)], .identifier, .passed, "gid, customUDID, IDFA"),
        Case("PLC-115: no id", [Sent(0, .open, .ok, noIDs)], .identifier, .failed, "no identifier"),
        Case(
            "PLC-115: opted out", [Sent(0, .open, .ok, noIDs.merging(["opt_out": "1"]) { $1 })], .identifier, .passed,
            "opted out"),
        Case("PLC-116: an open", [Sent(0, .open), Sent(5, .content)], .open, .passed),
        Case("PLC-116: no open yet", [Sent(0, .purchase)], .open, .notYetSeen),
        Case(
            "PLC-116: content before any open", [Sent(60, .content, .ok, ["stime": "0"])], .open, .failed,
            "no open request came"),
        Case(
            "PLC-116: registered in the middle of a session", [Sent(60, .content, .ok, ["stime": "600"])], .open,
            .notYetSeen),
        Case(
            "PLC-116: back from the background without an open",
            [Sent(0, .open), Sent(5, .content), Sent(300, .content, .ok, ["stime": "0"])], .open, .failed,
            "the last open request came 300 s before it"),
        Case(
            "PLC-116: a session of its own without an open",
            [Sent(0, .open), Sent(300, .content, .ok, ["stime": "20"])], .open, .failed, "Send an open request"),
        Case("PLC-116: a long session", [Sent(0, .open), Sent(300, .content)], .open, .passed),
        Case(
            "PLC-116: stime counts from the open, which took a while",
            [Sent(10, .open), Sent(20, .content, .ok, ["stime": "0"])], .open, .passed),
        Case(
            "PLC-116: then an open came",
            [Sent(0, .open), Sent(300, .content, .ok, ["stime": "0"]), Sent(400, .open)], .open, .passed),
        Case("PLC-116: unreadable stime", [Sent(0, .open), Sent(300, .content, .ok, ["stime": "x"])], .open, .passed),
        Case("PLC-117: right", [Sent(0, .open)], .signature, .passed),
        Case("PLC-117: wrong", [Sent(0, .open, .wrongSignature)], .signature, .failed, "the signature is wrong"),
        Case(
            "PLC-117: none", [Sent(0, .open, .wrongSignature, ["signature": nil])], .signature, .failed,
            "has no signature"),
        Case("PLC-117: unknown token", [Sent(0, .open, .unknownToken)], .signature, .failed, "Unknown token"),
        Case("PLC-117: no token", [Sent(0, .open, .unknownToken, ["token": ""])], .signature, .failed, "no token"),
        Case("PLC-117: replay", [Sent(0, .open), Sent(1, .open, .replayed)], .signature, .failed, "nonce"),
        Case("PLC-117: put right", [Sent(0, .open, .wrongSignature), Sent(9, .open)], .signature, .passed),
        Case(
            "PLC-117: a later content request", [Sent(0, .open), Sent(9, .content, .wrongSignature)], .signature,
            .failed),
        Case("PLC-118: version", [Sent(0, .open)], .version, .passed, "1.13.1"),
        Case("PLC-118: newer", [Sent(0, .open, .ok, ["sdk-ios": "1.21"])], .version, .passed),
        Case(
            "PLC-118: older", [Sent(0, .open, .ok, ["sdk-ios": "1.12.1"])], .version, .failed, "SDK 1.12.1 is outdated"),
        Case(
            "PLC-118: UDID", [Sent(0, .open, .ok, ["sdk-ios": "1.12.1", "device": "(dropped)"])], .version, .failed,
            "UDID"),
        Case("PLC-118: none", [Sent(0, .open, .ok, ["sdk-ios": nil])], .version, .failed, "no version"),
        Case(
            "PLC-118: Android counts otherwise",
            [Sent(0, .open, .ok, ["sdk-ios": nil, "sdk_version": "1.12.3", "sdk_platform": "android"])], .version,
            .passed),
        Case("PLC-119: IDFA", [Sent(0, .open)], .advertisingID, .passed, "IDFA received."),
        Case("PLC-119: missing", [Sent(0, .open, .ok, ["d_ifa": nil])], .advertisingID, .failed, "AdSupport"),
        Case(
            "PLC-119: limited", [Sent(0, .open, .ok, ["d_ifa": nil, "tracking": "0"])], .advertisingID, .passed,
            "limits ad tracking"),
        Case(
            "PLC-119: zeros", [Sent(0, .open, .ok, ["d_ifa": "00000000-0000-0000-0000-000000000000"])], .advertisingID,
            .passed, "limits ad tracking"),
        Case(
            "PLC-119: old system", [Sent(0, .open, .ok, ["d_ifa": nil, "tracking": nil, "os": "iPhone OS 5.1.1"])],
            .advertisingID, .passed, "iPhone OS 5.1.1 has none"),
        Case(
            "PLC-119: no permission", [Sent(0, .open, .ok, ["d_ifa": nil, "tracking": nil, "os": "iOS 17.2"])],
            .advertisingID, .passed, "allows tracking"),
        Case(
            "PLC-119: Android",
            [Sent(0, .open, .ok, ["d_ifa": nil, "tracking": nil, "os": "Android 14", "sdk_platform": "android"])],
            .advertisingID, .passed, "Android has no IDFA"),
        Case(
            "PLC-119: opted out", [Sent(0, .open, .ok, ["d_ifa": nil, "opt_out": "1"])], .advertisingID, .passed,
            "opted out"),
    ]

    static let rest: [Case] = [
        Case("PLC-120: known", [Sent(0, .open), Sent(1, .content)], .placement, .passed, "“start” is known"),
        Case("PLC-120: no content", [Sent(1, .content, .noContent)], .placement, .passed, "no content"),
        Case(
            "PLC-120: unknown", [Sent(1, .content, .unknownPlacement, ["placement_id": "strat"])], .placement, .failed,
            "Unknown placement “strat”"),
        Case(
            "PLC-120: an unknown one beside a known one",
            [Sent(0, .open), Sent(1, .content, .unknownPlacement, ["placement_id": "strat"]), Sent(2, .content)],
            .placement, .failed, "“strat”"),
        Case(
            "PLC-120: put right in the next run",
            [Sent(0, .open), Sent(1, .content, .unknownPlacement), Sent(9, .open), Sent(9, .content)], .placement,
            .passed),
        Case(
            "PLC-120: no tag", [Sent(1, .content, .badRequest, ["placement_id": nil])], .placement, .failed,
            "names no placement"),
        Case("PLC-120: a badge is no content request", [Sent(1, .badge)], .placement, .notYetSeen),
        Case("PLC-120: an unknown badge", [Sent(1, .badge, .unknownPlacement)], .placement, .failed),
        Case("PLC-120: refused", [Sent(1, .content, .wrongSignature)], .placement, .notYetSeen),
        Case("PLC-121: none", [Sent(1, .content)], .preload, .notYetSeen),
        Case("PLC-121: seen", [Sent(1, .content, .ok, ["preload": "1"])], .preload, .passed, "show it now"),
        Case(
            "PLC-121: shown", [Sent(1, .content, .ok, ["preload": "1"]), Sent(9, .impression), Sent(20, .open)],
            .preload,
            .passed, "then shown"),
        Case(
            "PLC-121: shown after the game came back",
            [Sent(1, .content, .ok, ["preload": "1"]), Sent(20, .open), Sent(25, .impression)], .preload, .passed,
            "then shown"),
        Case(
            "PLC-121: never shown", [Sent(0, .open), Sent(1, .content, .ok, ["preload": "1"]), Sent(90, .open)],
            .preload,
            .failed, "not shown before the game was opened again"),
        Case(
            "PLC-121: another placement was shown",
            [
                Sent(1, .content, .ok, ["preload": "1"]), Sent(9, .impression, .ok, ["placement_tag": "other"]),
                Sent(12, .content),
            ], .preload, .failed, "not shown before it was requested again"),
        Case(
            "PLC-121: a stranger's report counts for nothing",
            [Sent(1, .content, .ok, ["preload": "1"]), Sent(9, .impression, .wrongSignature), Sent(20, .open)],
            .preload,
            .failed),
        Case(
            "PLC-121: a stranger's open counts for nothing",
            [Sent(1, .content, .ok, ["preload": "1"]), Sent(20, .open, .wrongSignature)], .preload, .passed,
            "show it now"),
        Case(
            "PLC-121: nothing to show", [Sent(1, .content, .noContent, ["preload": "1"]), Sent(20, .open)], .preload,
            .passed, "no content to show"),
        Case(
            "PLC-121: opted out",
            [Sent(1, .content, .ok, ["preload": "1", "opt_out": "1"]), Sent(20, .open)], .preload, .passed, "opted out"),
        Case("PLC-122: price", [Sent(1, .purchase)], .price, .passed, "0.99 USD"),
        Case("PLC-122: none", [Sent(1, .purchase, .ok, ["price": nil])], .price, .failed, "no price"),
        Case("PLC-122: zero", [Sent(1, .purchase, .ok, ["price": "0.00"])], .price, .failed, "“0.00”"),
        Case("PLC-122: unreadable", [Sent(1, .purchase, .badRequest, ["price": "1.2.3"])], .price, .failed, "“1.2.3”"),
        Case("PLC-122: an exponent", [Sent(1, .purchase, .ok, ["price": "1e3"])], .price, .failed, "“1e3”"),
        Case("PLC-122: no amount", [Sent(1, .purchase, .ok, ["price": "inf"])], .price, .failed, "“inf”"),
        Case("PLC-122: less than a thousandth", [Sent(1, .purchase, .ok, ["price": "0.0001"])], .price, .failed),
        Case(
            "PLC-122: no currency", [Sent(1, .purchase, .badRequest, ["price_locale": nil])], .price, .failed,
            "currency"),
        Case(
            "PLC-122: an error has no price", [Sent(1, .purchase, .ok, ["price": nil, "resolution": "error"])], .price,
            .notYetSeen),
        Case(
            "PLC-122: the first of two", [Sent(1, .purchase, .ok, ["price": nil]), Sent(2, .purchase)], .price, .failed),
        Case(
            "PLC-122: the store does not know the product",
            [Sent(1, .purchase, .ok, ["price": nil, "resolution": "failure"])], .price, .failed, "found no price"),
        Case(
            "PLC-122: an old spelling", [Sent(1, .purchase, .ok, ["price": nil, "resolution": "Buy"])], .price, .failed,
            "no price"),
        Case("a unit's purchase", [Sent(1, .purchase, .ok, ["cookie": "sword"])], .offeredPurchase, .passed, "“sword”"),
        Case(
            "a unit's purchase at a placement", [Sent(1, .purchase, .ok, ["cookie": "sword/shop"])], .offeredPurchase,
            .passed, "“sword”"),
        Case("a purchase of the game's own", [Sent(1, .purchase)], .offeredPurchase, .notYetSeen),
    ]

    @Test(arguments: opens + rest) func `each check says what the requests say`(_ one: Case) throws {
        let report = Self.report(one.sent)
        #expect(report.verdicts.map(\.check) == ConsoleCheck.allCases)
        let verdict = try #require(report.verdicts.first { $0.check == one.check })
        #expect(verdict.state == one.state, "\(verdict.sentence)")
        #expect(verdict.sentence.contains(one.says), "\(verdict.sentence)")
        #expect((verdict.request == nil) == (one.state == .notYetSeen))
        if one.state == .failed, let request = verdict.request {
            #expect(report.findings[request.id]?.contains { !$0.isPassed && $0.check == one.check } == true)
        }
    }

    /// A game that does everything right.
    private static let good = [
        Sent(0, .open), Sent(5, .content, .ok, ["preload": "1"]), Sent(9, .impression), Sent(20, .content),
        Sent(30, .purchase, .ok, ["cookie": "sword"]),
    ]

    private static func fault(_ outcome: Outcome?, _ changes: [String: String?]) -> [Sent] {
        good.map { Sent($0.second, $0.route, outcome ?? $0.outcome, $0.changes.merging(changes) { $1 }) }
    }

    static let faults: [(String, ConsoleCheck, [Sent])] = [
        ("no secret", .signature, fault(.wrongSignature, ["signature": nil])),
        ("wrong secret", .signature, fault(.wrongSignature, [:])),
        ("unknown token", .signature, fault(.unknownToken, [:])),
        ("old SDK", .version, fault(nil, ["sdk-ios": "1.12.0"])),
        ("missing price", .price, fault(nil, ["price": nil])),
    ]

    // PLC-132
    @Test(arguments: faults)
    func `each misintegration turns exactly one check red`(_ fault: String, _ check: ConsoleCheck, _ sent: [Sent]) {
        #expect(Self.report(sent).verdicts.filter { $0.state == .failed }.map(\.check) == [check])
    }

    // PLC-114
    @Test func `the next step goes on with each request, and names the missing one after a failed check`() {
        #expect(Self.report([]).next?.check == .identifier)
        #expect(Self.report([Sent(0, .open)]).next?.check == .placement)
        #expect(Self.report(Array(Self.good.prefix(1)) + [Sent(5, .content)]).next?.check == .preload)
        let unpreloaded = Self.good.filter { $0.changes["preload"] == nil }
        #expect(Self.report(unpreloaded.dropLast()).next?.check == .preload)
        #expect(Self.report(unpreloaded).next == nil, "a game without preloads has done all")
        #expect(Self.report(unpreloaded.dropLast() + [Sent(30, .purchase)]).next?.check == .offeredPurchase)
        let fault = Self.report([Sent(0, .open), Sent(300, .content, .ok, ["stime": "0"])])
        #expect(fault.next?.check == .open && fault.next?.state == .failed)
        #expect(Self.report(Self.good).next == nil)
        #expect(Self.report(Self.good).count(.passed) == ConsoleCheck.allCases.count)
    }

    @Test func `requests before the checks began do not count`() {
        let requests = Self.good.enumerated().map { $1.record($0) }
        let report = ConsoleReport(requests, since: Self.start + .seconds(10))
        #expect(report.verdicts.first { $0.check == .preload }?.state == .notYetSeen)
        #expect(report.verdicts.first { $0.check == .price }?.state == .passed)
        #expect(report.findings[requests[0].id] == nil)
    }

    // PLC-113
    @Test func `a line of the log is one line of text with time, request, result and checks`() {
        let request = Sent(1, .content, .unknownPlacement, ["placement_id": "a\tb\nc"]).record(1)
        let report = ConsoleReport([request], since: Self.start)
        let line = ConsoleLine(request, report.findings[request.id] ?? [])
        #expect(
            line.text
                == "2026-09-21 14:13:21 UTC\tContent request\tfailed\tPlacement detected: failed; Token and secret valid: passed"
        )
        #expect(line.cells.count == ConsoleLine.heading.count)
        #expect(!line.cells.contains { $0.contains("\n") || $0.contains("\t") })
        #expect(line.cells.last?.contains("placement_id=a b c") == true)
    }
}
