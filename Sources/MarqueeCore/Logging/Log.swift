public import Logging

/// Where every message of the SDK goes: through one severity and one verbosity level, then to the app's receiver, else
/// to swift-log.
///
/// Usable before anything is started, from any thread, and from inside a receiver. The levels hold for this process
/// only.
///
/// Messages never hold keys, tokens, personal ids or the query of an address: what the app logs to is not the SDK's to
/// trust.
public final class Log: Sendable {
    /// How bad it is.
    ///
    /// A level lets through everything of its own rank and below; ``none`` lets nothing through.
    public enum Severity: Int, Sendable, CaseIterable, Comparable {
        /// As a level: nothing is logged. No message has it.
        case none = 0
        /// Content or state cannot be trusted or used: a signature that does not verify, no usable configuration.
        case criticalError = 1
        /// Something asked for did not happen: a download failed.
        case error = 2
        /// Something was refused or repaired: a blocked request, a configuration key with a wrong type.
        case warning = 3
        /// Something expected happened.
        case info = 4

        /// The more severe one is the smaller.
        public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }

        /// The level before anyone sets one: everything while developing, errors in apps that are shipped.
        public static func defaultLevel(for build: Build) -> Severity { build == .debug ? .info : .error }
    }

    /// Who it is for.
    ///
    /// The ranks follow the ZBiM SDK's order (`none` < `debug` < `info`), so the level ``info`` is the least
    /// restrictive one.
    public enum Verbosity: Int, Sendable, CaseIterable, Comparable {
        /// As a level: nothing is logged. No message has it.
        case none = 0
        /// What a developer needs to follow a problem.
        case debug = 1
        /// Detail beyond that; let through by the level ``info`` alone.
        case info = 2

        /// The name by which the ZBiM SDK's manual calls its least restrictive level.
        @available(*, deprecated, renamed: "info")
        public static var alert: Verbosity { .info }

        /// The terser one is the smaller.
        public static func < (left: Verbosity, right: Verbosity) -> Bool { left.rawValue < right.rawValue }
    }

    /// How the SDK was compiled.
    public enum Build: Sendable, CaseIterable {
        /// While developing: everything is logged until a level is set.
        case debug
        /// As shipped: errors alone are logged until a level is set.
        case release

        /// The build this code belongs to.
        public static var current: Build {
            #if DEBUG
                .debug
            #else
                .release
            #endif
        }
    }

    fileprivate struct State {
        var severityLevel: Severity
        var verbosityLevel = Verbosity.debug
        weak var receiver: (any LogReceiver)?
    }

    private let state: Locked<State>
    private let console: Logger

    /// Makes a log that the app has not configured yet.
    /// - Parameters:
    ///   - build: decides the severity level before anyone sets one.
    ///   - console: takes the messages while no receiver is set.
    public init(build: Build = .current, console: Logger = Logger(label: "marquee")) {
        state = Locked(State(severityLevel: .defaultLevel(for: build)))
        self.console = console
    }

    /// Messages of a higher rank are not logged.
    ///
    /// Not persisted.
    public var severityLevel: Severity {
        get { state.withLock { $0.severityLevel } }
        set { state.withLock { $0.severityLevel = newValue } }
    }

    /// Messages of a higher rank are not logged.
    ///
    /// ``Verbosity/debug`` until set, in every build. Not persisted.
    public var verbosityLevel: Verbosity {
        get { state.withLock { $0.verbosityLevel } }
        set { state.withLock { $0.verbosityLevel = newValue } }
    }

    /// Sends all messages that pass the levels to `receiver` instead of the console; `nil` restores the console.
    ///
    /// The receiver is held weakly.
    public func setReceiver(_ receiver: (any LogReceiver)?) {
        state.withLock { $0.receiver = receiver }
    }

    /// Whether a message of this rank passes; the same rule as logging it.
    public func passes(_ severity: Severity, _ verbosity: Verbosity) -> Bool {
        state.withLock { $0.passes(severity, verbosity) }
    }

    /// Logs a message.
    ///
    /// It is not even built when the levels refuse it.
    /// - Parameters:
    ///   - severity: `none` is not a severity of a message and logs nothing.
    ///   - verbosity: how much the message tells.
    ///   - message: a sentence without secrets; see ``address(_:)`` for URLs.
    public func callAsFunction(
        _ severity: Severity, _ verbosity: Verbosity = .debug, _ message: @autoclosure () -> String
    ) {
        let (passes, receiver) = state.withLock { ($0.passes(severity, verbosity), $0.receiver) }
        guard passes else { return }
        // The lock is not held here: a receiver may log, set levels or replace itself.
        if let receiver {
            receiver.log(message(), severity: severity, verbosity: verbosity)
        } else {
            console.log(level: severity.consoleLevel, "\(message())")
        }
    }
}

extension Log.State {
    fileprivate func passes(_ severity: Log.Severity, _ verbosity: Log.Verbosity) -> Bool {
        severity != .none && verbosity != .none && severity <= severityLevel && verbosity <= verbosityLevel
    }
}

extension Log.Severity {
    fileprivate var consoleLevel: Logger.Level {
        switch self {
        case .none: .trace
        case .criticalError: .critical
        case .error: .error
        case .warning: .warning
        case .info: .info
        }
    }
}
