public import Logging

/// The log of a server as its settings want it: to standard error, as text or as lines of JSON.
public enum ServerLog {
    /// - Parameter configuration: gives level and format.
    public static func make(_ configuration: ServerConfiguration) -> Logger {
        var logger = Logger(label: "marquee") { label in
            switch configuration.logFormat {
            case .text: StreamLogHandler.standardError(label: label)
            case .json: JSONLogHandler(label: label)
            }
        }
        logger.logLevel = configuration.logLevel
        return logger
    }
}
