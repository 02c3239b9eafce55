import HTTPTypes
import Web

/// What the writer of a form can mend, as a sentence above what was typed.
enum FormRefusal {
    /// - Returns: `nil` for any other failure.
    static func notice(_ error: any Error) -> PageFrame.Notice? {
        guard let problem = (error as? any ProblemDescribing)?.problem,
            [.badRequest, .notFound].contains(problem.status)
        else { return nil }
        return PageFrame.Notice(kind: "bad", text: "Nothing was saved. \(sentence(problem.message))")
    }

    /// A message of the store or the publisher, which begins in lower case and ends without a full stop, as a sentence.
    static func sentence(_ message: String) -> String {
        message.prefix(1).uppercased() + message.dropFirst() + (message.hasSuffix(".") ? "" : ".")
    }
}
