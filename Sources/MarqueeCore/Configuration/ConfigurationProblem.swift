/// Something wrong with a configuration, found while reading it.
///
/// Reading always goes on: what is wrong keeps its default.
public struct ConfigurationProblem: Sendable, Hashable, CustomStringConvertible {
    /// What kind of problem; the raw values are stable.
    public enum Code: String, Sendable, CaseIterable {
        /// There is no such file, or it cannot be read.
        case fileMissing = "file_missing"
        /// The file is neither a property list nor JSON with a dictionary at its top.
        case notADictionary = "not_a_dictionary"
        /// A key that something depends on is absent.
        case missingKey = "missing_key"
        /// The value is of another type, or not of the key's form.
        case wrongForm = "wrong_form"
        /// No capability reads the key; it is probably misspelled.
        case unknownKey = "unknown_key"
        /// Two keys contradict each other.
        case contradiction
        /// There is no public key, or it cannot be read.
        case trustAnchor = "trust_anchor"
    }

    /// What programs tell problems apart by.
    public let code: Code
    /// How much is lost: `criticalError` when nothing works without it, else `warning`.
    public let severity: Log.Severity
    /// The key's path in the file, if the problem has one.
    public let key: String?
    /// A sentence that names the key and what was expected.
    ///
    /// Never holds a value of text form.
    public let message: String

    package init(_ code: Code, _ severity: Log.Severity = .warning, key: String? = nil, _ message: String) {
        self.code = code
        self.severity = severity
        self.key = key
        self.message = message
    }

    /// Code and message, for logs.
    public var description: String { "\(code.rawValue): \(message)" }
}
