public import Logging

/// The log of the SDK. Messages that pass the severity level and the verbosity level go to the app's receiver or,
/// without a receiver, to swift-log.
///
/// The log works before the SDK starts, on any thread, and inside a receiver. The levels apply to this process only.
///
/// Messages never contain keys, tokens, personal ids or the query of a URL, because the SDK cannot know who reads the
/// app's log.
public final class Log: Sendable {
    /// How serious a message is.
    ///
    /// A level passes messages of its own rank and of lower ranks; ``none`` passes no messages.
    public enum Severity: Int, Sendable, CaseIterable, Comparable {
        /// Only for levels: nothing is logged. No message has this severity.
        case none = 0
        /// Content or state cannot be trusted or used: for example, a signature is invalid, or the configuration is
        /// unusable.
        case criticalError = 1
        /// A requested operation failed: for example, a download.
        case error = 2
        /// Something was refused or repaired: for example, a request was blocked, or a configuration key has the wrong
        /// type.
        case warning = 3
        /// A normal event.
        case info = 4

        /// The more serious severity is the smaller one.
        public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }

        /// The level before the app sets one: `info` in a debug build, `error` in a release build.
        public static func defaultLevel(for build: Build) -> Severity { build == .debug ? .info : .error }
    }

    /// How detailed a message is.
    ///
    /// The ranks follow the order of the ZBiM SDK (`none` < `debug` < `info`), so the level ``info`` passes all
    /// messages.
    public enum Verbosity: Int, Sendable, CaseIterable, Comparable {
        /// Only for levels: nothing is logged. No message has this verbosity.
        case none = 0
        /// Messages that a developer needs to analyse a problem.
        case debug = 1
        /// More detail; only the level ``info`` passes these messages.
        case info = 2

        /// The name of the least restrictive level in the ZBiM SDK's manual.
        @available(*, deprecated, renamed: "info")
        public static var alert: Verbosity { .info }

        /// The less detailed verbosity is the smaller one.
        public static func < (left: Verbosity, right: Verbosity) -> Bool { left.rawValue < right.rawValue }
    }

    /// How the SDK was compiled.
    public enum Build: Sendable, CaseIterable {
        /// A debug build: everything is logged until the app sets a level.
        case debug
        /// A release build: only errors are logged until the app sets a level.
        case release

        /// The build of this code.
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

    /// Makes a log with default levels.
    /// - Parameters:
    ///   - build: selects the default severity level.
    ///   - console: receives the messages while there is no receiver.
    public init(build: Build = .current, console: Logger = Logger(label: "marquee")) {
        state = Locked(State(severityLevel: .defaultLevel(for: build)))
        self.console = console
    }

    /// Messages of a higher rank are not logged.
    ///
    /// The level is not stored on disk.
    public var severityLevel: Severity {
        get { state.withLock { $0.severityLevel } }
        set { state.withLock { $0.severityLevel = newValue } }
    }

    /// Messages of a higher rank are not logged.
    ///
    /// The default is ``Verbosity/debug`` in every build. The level is not stored on disk.
    public var verbosityLevel: Verbosity {
        get { state.withLock { $0.verbosityLevel } }
        set { state.withLock { $0.verbosityLevel = newValue } }
    }

    /// Sends all messages that pass the levels to `receiver` instead of the console; `nil` restores the console.
    ///
    /// The log holds the receiver weakly.
    public func setReceiver(_ receiver: (any LogReceiver)?) {
        state.withLock { $0.receiver = receiver }
    }

    /// Whether a message of this rank would be logged.
    public func passes(_ severity: Severity, _ verbosity: Verbosity) -> Bool {
        state.withLock { $0.passes(severity, verbosity) }
    }

    /// Logs a message.
    ///
    /// The message is built only if it passes the levels.
    /// - Parameters:
    ///   - severity: how serious the message is; a message with `none` is not logged.
    ///   - verbosity: how detailed the message is.
    ///   - message: a sentence without secrets; see ``address(_:)`` for URLs.
    public func callAsFunction(
        _ severity: Severity, _ verbosity: Verbosity = .debug, _ message: @autoclosure () -> String
    ) {
        let (passes, receiver) = state.withLock { ($0.passes(severity, verbosity), $0.receiver) }
        guard passes else { return }
        // Called without the lock, because a receiver may log, set levels or replace itself.
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
