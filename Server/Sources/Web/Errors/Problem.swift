package import HTTPTypes

/// What a failure says to the sender of the request, whichever form the answer takes.
package struct Problem: Sendable, Equatable {
    package let status: HTTPResponse.Status
    /// For programs: lower case with underscores, from a bounded set.
    package let code: String
    /// A few words: the heading of a page.
    package let title: String
    /// For the person or developer who reads the answer; says nothing of the server's inside.
    package let message: String
    /// What the answer carries besides, such as `Retry-After`.
    package var headers: HTTPFields

    /// - Parameter title: when there is none, the status has one.
    package init(
        _ status: HTTPResponse.Status, _ code: String, _ message: String, title: String? = nil,
        headers: HTTPFields = [:]
    ) {
        self.status = status
        self.code = code
        self.title = title ?? Self.titles[status] ?? "That did not work"
        self.message = message
        self.headers = headers
    }

    /// The problem with when another attempt makes sense, in whole seconds and at least one.
    package func retrying(after wait: Duration) -> Problem {
        var problem = self
        problem.headers[.retryAfter] = String(
            max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)))
        return problem
    }

    /// What is said of an error that only the server's operator can mend; the log has it under the reference.
    static func unexpected(reference: String) -> Problem {
        Problem(
            .internalServerError, "internal", "The server's log says why, under the reference \(reference).",
            title: "The server could not answer")
    }

    private static let titles: [HTTPResponse.Status: String] = [
        .unauthorized: "Sign in first", .forbidden: "Not allowed", .notFound: "Nothing here",
        .conflict: "Somebody was faster", .contentTooLarge: "Too large", .tooManyRequests: "Too many attempts",
        .serviceUnavailable: "Not now",
    ]
}

/// An error that knows what it says to the sender of the request.
package protocol ProblemDescribing: Error {
    /// `nil` when only the server's operator can mend it: the answer then says nothing of it, and the log everything.
    var problem: Problem? { get }
}
