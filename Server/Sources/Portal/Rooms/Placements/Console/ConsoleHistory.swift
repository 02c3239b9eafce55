import MarqueeWire
import PlatformStore

/// The requests of one device in their order, as the checks look at them.
struct ConsoleHistory: Sendable {
    let requests: [PlacementRequestRecord]
    let since: Timestamp
    /// How many opens came up to each request.
    private let runs: [String: Int]

    /// - Parameter requests: the oldest first.
    init(_ requests: [PlacementRequestRecord], since: Timestamp) {
        self.requests = requests
        self.since = since
        var (runs, run) = ([String: Int](), 0)
        for request in requests {
            if request.route == .open { run += 1 }
            runs[request.id] = run
        }
        self.runs = runs
    }

    /// The number of the run of the game in which a request came; 0 before the first open.
    func run(of request: PlacementRequestRecord) -> Int { runs[request.id] ?? 0 }

    /// What the requests say about the checks, in the order of the requests.
    var findings: [ConsoleFinding] {
        var (findings, lastOpen) = ([ConsoleFinding](), Timestamp?.none)
        for (place, request) in requests.enumerated() {
            switch request.route {
            case .open:
                lastOpen = request.time
                findings += [
                    identifier(request), ConsoleFinding(.open, true, "An open request came.", request),
                    version(request), advertisingID(request),
                ]
            case .content:
                if let finding = session(request, lastOpen: lastOpen) { findings.append(finding) }
                findings += [placement(request), preload(request, at: place)].compactMap { $0 }
            case .badge:
                // A badge shows no placement, and can name an unknown one.
                if let finding = placement(request), !finding.isPassed { findings.append(finding) }
            case .purchase: findings += [price(request), offer(request)].compactMap { $0 }
            case .impression, .click, .dismiss, .form, .unlock, .attempt: break
            }
            if [.open, .content, .badge, .purchase].contains(request.route) { findings.append(signature(request)) }
        }
        return findings
    }
}
