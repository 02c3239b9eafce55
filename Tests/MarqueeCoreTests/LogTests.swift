import Foundation
import Logging
import MarqueeCore
import MarqueeTesting
import Testing

/// HUB-192 to HUB-205: one severity level, one verbosity level, one receiver.
@Suite struct LogTests {
    private let receiver = RecordingLog()
    private let log = Log(build: .debug)

    private func sendEverything() {
        for severity in Log.Severity.allCases {
            for verbosity in Log.Verbosity.allCases { log(severity, verbosity, "\(severity) \(verbosity)") }
        }
    }

    // HUB-193, HUB-194, HUB-195, HUB-196, HUB-197
    @Test(
        arguments: [
            (Log.Severity.none, []), (.criticalError, [.criticalError]), (.error, [.criticalError, .error]),
            (.warning, [.criticalError, .error, .warning]), (.info, [.criticalError, .error, .warning, .info]),
        ] as [(Log.Severity, [Log.Severity])])
    func `a severity level lets through its rank and below`(level: Log.Severity, passing: [Log.Severity]) {
        log.setReceiver(receiver)
        log.severityLevel = level
        log.verbosityLevel = .info
        for severity in Log.Severity.allCases { log(severity, .debug, "message") }
        #expect(receiver.entries.map(\.severity) == passing)
    }

    // HUB-198, HUB-199, HUB-200
    @Test(
        arguments: [
            (Log.Verbosity.none, []), (.debug, [.debug]), (.info, [.debug, .info]),
        ] as [(Log.Verbosity, [Log.Verbosity])])
    func `a verbosity level lets through its rank and below`(level: Log.Verbosity, passing: [Log.Verbosity]) {
        log.setReceiver(receiver)
        log.severityLevel = .info
        log.verbosityLevel = level
        for verbosity in Log.Verbosity.allCases { log(.criticalError, verbosity, "message") }
        #expect(receiver.entries.map(\.verbosity) == passing)
    }

    // HUB-200
    @Test func `the ancestor's name for the least restrictive verbosity still works`() {
        #expect(leastRestrictive(Log.Verbosity.self) == .info)
    }

    // HUB-201, HUB-202
    @Test func `the levels before anyone sets them are those of either build, and by default of this one`() {
        #expect(Log(build: .release).severityLevel == .error)
        #expect(Log(build: .debug).severityLevel == .info)
        for build in Log.Build.allCases {
            let log = Log(build: build)
            log.severityLevel = .warning
            #expect(log.verbosityLevel == .debug)
        }
        let build = compiledBuild()
        #expect(Log.Build.current == build)
        #expect(Log().severityLevel == .defaultLevel(for: build))
    }

    // HUB-203
    @Test func `a message needs both ranks, and is not built otherwise`() {
        log.setReceiver(receiver)
        for severityLevel in Log.Severity.allCases {
            for verbosityLevel in Log.Verbosity.allCases {
                log.severityLevel = severityLevel
                log.verbosityLevel = verbosityLevel
                let before = receiver.entries.count
                sendEverything()
                let expected = severityLevel.rawValue * verbosityLevel.rawValue
                #expect(receiver.entries.count - before == expected)
            }
        }
        let built = Locked(0)
        log.severityLevel = .error
        log(.info, .debug, "\(built.withLock { $0 += 1 })")
        #expect(built.withLock { $0 } == 0)
    }

    // HUB-204
    @Test func `levels read as they were set, from any thread`() async {
        let log = log
        await withTaskGroup(of: Bool.self) { group in
            for round in 0..<100 {
                group.addTask {
                    log.severityLevel = Log.Severity.allCases[round % 5]
                    log.verbosityLevel = Log.Verbosity.allCases[round % 3]
                    return Log.Severity.allCases.contains(log.severityLevel)
                        && Log.Verbosity.allCases.contains(log.verbosityLevel)
                }
            }
            for await isDefined in group { #expect(isDefined) }
        }
        for level in Log.Severity.allCases {
            log.severityLevel = level
            #expect(log.severityLevel == level)
        }
        for level in Log.Verbosity.allCases {
            log.verbosityLevel = level
            #expect(log.verbosityLevel == level)
        }
        #expect(Log(build: .debug).severityLevel == .info)
        #expect(Log(build: .debug).verbosityLevel == .debug)
    }

    // HUB-205
    @Test func `the least restrictive levels deliver everything`() {
        log.setReceiver(receiver)
        log.severityLevel = .info
        log.verbosityLevel = .info
        sendEverything()
        #expect(receiver.entries.count == 8)
    }

    // HUB-205
    @Test(arguments: [
        ("https://user:word@h.example:1/p?token=1#f", "https://h.example:1/p"),
        ("zbimdb://h/a/x?q=1", "zbimdb://h/a/x"),
    ])
    func `an address is logged without what may be secret`(address: String, logged: String) throws {
        #expect(Log.address(try #require(URL(string: address))) == logged)
    }

    // HUB-192
    @Test func `a receiver may call back into the log`() {
        let log = log
        let receiver = RecordingLog {
            guard log.severityLevel == .info else { return }
            log.severityLevel = .error
            log.setReceiver(nil)
        }
        log.setReceiver(receiver)
        log(.info, .debug, "first")
        #expect(receiver.entries.map(\.message) == ["first"])
        #expect(log.severityLevel == .error)
    }

    // HUB-192
    @Test func `the receiver is held weakly, and the console returns without one`() {
        let messages = ConsoleMessages()
        let log = Log(build: .debug, console: Logger(label: "test") { _ in messages })
        var gone: RecordingLog? = RecordingLog()
        log.setReceiver(gone)
        log(.warning, .debug, "to the receiver")
        #expect(gone?.entries.count == 1)
        gone = nil
        log(.warning, .debug, "to the console")
        log.setReceiver(receiver)
        log(.error, .debug, "to the second receiver")
        log.setReceiver(nil)
        log(.criticalError, .debug, "to the console again")
        #expect(messages.entries.withLock { $0 } == ["warning to the console", "critical to the console again"])
    }
}

/// Tells the build by the assertions that a release leaves out, not by what the rule under test goes by.
private func compiledBuild() -> Log.Build {
    var build = Log.Build.release
    func assertsAreEvaluated() -> Bool {
        build = .debug
        return true
    }
    assert(assertsAreEvaluated())
    return build
}

/// Reads the deprecated name without the compiler's reproach.
private protocol NamedByAncestor {
    static var alert: Self { get }
}

extension Log.Verbosity: NamedByAncestor {}

private func leastRestrictive<Level: NamedByAncestor>(_: Level.Type) -> Level { .alert }

/// Stands for the debug console.
private struct ConsoleMessages: LogHandler {
    let entries = Locked<[String]>([])
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        entries.withLock { $0.append("\(event.level) \(event.message)") }
    }
}
