import Secrets

/// The answers that a device gives to a form which was on its screen.
public struct FormSubmission: Sendable, Hashable {
    /// Answers by the question's id.
    public let answers: [String: String]
    /// The unit that asked.
    public let unit: String
    /// The install that answers; `nil` for a device that opted out.
    public let install: String?
    /// The questions of the form when it was shown; `nil` for those that it has now.
    public let questions: Set<String>?
    /// The nonce of the request that was answered with the form: a form that was shown once is answered once. `nil` for
    /// a form that may be answered again.
    public let nonce: String?

    /// How marks begin; no nonce does.
    static let marks = "form:"

    /// What is stored in the nonce's place and stays when the device opts out: it tells submissions apart, and leads to
    /// nothing else of the request once the nonce itself is forgotten, after a week at the latest.
    var mark: String? { nonce.map { Self.marks + RandomToken.hash("form answer\0\($0)") } }

    /// Answers that are not checked yet.
    public init(
        _ answers: [String: String], unit: String, install: String?, questions: Set<String>? = nil,
        nonce: String? = nil
    ) {
        self.answers = answers
        self.unit = unit
        self.install = install
        self.questions = questions
        self.nonce = nonce
    }
}
