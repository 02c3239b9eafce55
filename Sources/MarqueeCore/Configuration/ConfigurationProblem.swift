/// A problem found while a configuration was read.
///
/// Reading always continues: a key with a problem keeps its default.
public struct ConfigurationProblem: Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem; the raw values are stable.
    public enum Code: String, Sendable, CaseIterable {
        /// The file does not exist or cannot be read.
        case fileMissing = "file_missing"
        /// The file is neither a property list nor JSON, or its top level is not a dictionary.
        case notADictionary = "not_a_dictionary"
        /// A required key is absent.
        case missingKey = "missing_key"
        /// The value has the wrong type or is outside the key's form.
        case wrongForm = "wrong_form"
        /// No capability reads the key; its name is probably misspelled.
        case unknownKey = "unknown_key"
        /// Two keys contradict each other.
        case contradiction
        /// There is no public key, or the key cannot be read.
        case trustAnchor = "trust_anchor"
    }

    /// The kind of problem, for programs.
    public let code: Code
    /// `criticalError` if nothing works without the key, otherwise `warning`.
    public let severity: Log.Severity
    /// The key's path in the file, if the problem is about a key.
    public let key: String?
    /// A sentence that names the key and the expected value.
    ///
    /// The message never contains a text value.
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
