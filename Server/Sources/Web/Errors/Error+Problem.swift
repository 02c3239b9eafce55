import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore
import Publishing

// What the errors of the layers below say to the sender of a request. The web's own errors say it where they are declared.

extension WireError: ProblemDescribing {
    package var problem: Problem? { Problem(.badRequest, code.rawValue, message) }
}

extension StoreError: ProblemDescribing {
    package var problem: Problem? {
        switch code {
        case .notFound: Problem(.notFound, code.rawValue, message)
        case .versionConflict: Problem(.conflict, code.rawValue, message)
        case .alreadyExists:
            Problem(.conflict, code.rawValue, "Something of that name is there already.", title: "That exists already")
        case .invalid: Problem(.badRequest, code.rawValue, message, title: "Please check what you entered")
        case .refused: Problem(.forbidden, code.rawValue, message)
        case .throttled: Problem(.tooManyRequests, code.rawValue, message).retrying(after: retryAfter ?? .seconds(1))
        case .diskFull: Problem(.serviceUnavailable, "unavailable", "The server's disk is full.")
        case .unavailable:
            // The cause names machines: it is for the log.
            Problem(.serviceUnavailable, code.rawValue, "A store of the server does not answer. Try again soon.")
                .retrying(after: retryAfter ?? .seconds(5))
        case .damaged, .permissions, .storage: nil
        }
    }
}

extension PublishingError: ProblemDescribing {
    package var problem: Problem? {
        switch code {
        case .notFound: Problem(.notFound, code.rawValue, message)
        case .store: store?.problem
        case .damaged: nil
        case .unreachable, .tooLarge, .malformed, .template, .empty, .keys, .invalid:
            Problem(.badRequest, code.rawValue, message)
        }
    }
}

extension HTTPError: ProblemDescribing {
    package var problem: Problem? {
        guard status.code < 500 || status == .serviceUnavailable else { return nil }
        var problem = Problem(
            status, Self.codes[status] ?? "http_error", body ?? Self.sentences[status] ?? status.reasonPhrase)
        for name in [HTTPField.Name.retryAfter, .connection, .wwwAuthenticate, .allow] {
            if let value = headers[name] { problem.headers[name] = value }
        }
        return problem.closing(status == .requestTimeout || status == .contentTooLarge)
    }

    private static let sentences: [HTTPResponse.Status: String] = [.notFound: "There is nothing at this address."]

    private static let codes: [HTTPResponse.Status: String] = [
        .notFound: "not_found", .requestTimeout: "request_timeout", .contentTooLarge: "body_too_large",
        .serviceUnavailable: "unavailable",
    ]
}

extension NIOTooManyBytesError: ProblemDescribing {
    package var problem: Problem? {
        Problem(.contentTooLarge, "body_too_large", "The request is larger than this address takes.").closing(true)
    }
}

extension CancellationError: ProblemDescribing {
    package var problem: Problem? { Problem(.serviceUnavailable, "unavailable", "The server is stopping.") }
}

extension Problem {
    /// A body that was refused is not read to its end: the connection cannot be used again.
    func closing(_ isClosing: Bool) -> Problem {
        guard isClosing else { return self }
        var problem = self
        problem.headers[.connection] = "close"
        return problem
    }
}
