package import Hummingbird

/// The form in which a part of the server says what went wrong: JSON, a page, or what the clients of another protocol
/// expect.
package protocol Dialect: Sendable {
    /// - Returns: the answer; ``ErrorAnswers`` adds the problem's headers.
    func answer(_ problem: Problem) throws -> Response
}

/// The dialect of the addresses that begin in the same way, also of those without a route.
package struct DialectPlace: Sendable {
    let dialect: any Dialect
    let prefix: String

    /// - Parameter prefix: how the paths begin, with the slash.
    package init(_ dialect: any Dialect, below prefix: String) {
        (self.dialect, self.prefix) = (dialect, prefix)
    }
}

/// `{"code": …, "message": …}`, for devices and scripts.
package struct JSONDialect: Dialect {
    private struct Body: Encodable {
        let code: String
        let message: String
    }

    package init() {}

    package func answer(_ problem: Problem) throws -> Response {
        try .json(Body(code: problem.code, message: problem.message), status: problem.status)
    }
}
