import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing

/// What a failure says to the person at the browser.
enum PortalProblem {
    typealias Description = (status: HTTPResponse.Status, title: String, text: String)

    /// - Returns: `nil` for what only the server's keeper can mend; its details are not for the page.
    static func describe(_ error: any Error) -> Description? {
        switch error {
        case let error as PortalError: describe(error)
        case let error as StoreError: describe(error)
        case let error as PublishingError: describe(error)
        case let error as WireError: (.badRequest, "That did not work", error.message)
        case let error as HTTPError where error.status.code < 500 || error.status == .serviceUnavailable:
            (error.status, "That did not work", error.body ?? error.status.reasonPhrase)
        default: nil
        }
    }

    /// What the writer of a form can mend, as a sentence above what was typed.
    /// - Returns: `nil` for any other failure.
    static func refusal(_ error: any Error) -> PageFrame.Notice? {
        guard let problem = describe(error), [.badRequest, .notFound].contains(problem.status) else { return nil }
        return PageFrame.Notice(kind: "bad", text: "Nothing was saved. \(sentence(problem.text))")
    }

    /// A message of the store or the publisher, which begins small and ends open, as a sentence.
    static func sentence(_ message: String) -> String {
        message.prefix(1).uppercased() + message.dropFirst() + (message.hasSuffix(".") ? "" : ".")
    }

    private static func describe(_ error: PortalError) -> Description? {
        switch error.code {
        case .signInRequired: (.unauthorized, "Sign in first", error.message)
        case .forgedForm, .notAllowed: (.forbidden, "Not allowed", error.message)
        case .throttled: (.tooManyRequests, "Too many attempts", error.message)
        case .notFound: (.notFound, "Nothing here", error.message)
        case .noApp: (.notFound, "There is no app yet", error.message)
        case .invalidField: (.badRequest, "That cannot be", error.message)
        case .tooLarge: (.contentTooLarge, "Too large", error.message)
        case .missingResource: nil
        }
    }

    private static func describe(_ error: StoreError) -> Description? {
        switch error.code {
        case .notFound: (.notFound, "Nothing here", error.message)
        case .versionConflict: (.conflict, "Somebody was faster", error.message)
        case .alreadyExists: (.conflict, "That exists already", "Something of that name is there already.")
        case .invalid: (.badRequest, "That cannot be", error.message)
        case .refused: (.forbidden, "Not allowed", error.message)
        case .throttled: (.tooManyRequests, "Too many attempts", error.message)
        case .damaged, .permissions, .diskFull, .storage: nil
        }
    }

    private static func describe(_ error: PublishingError) -> Description? {
        switch error.code {
        case .notFound: (.notFound, "Nothing here", error.message)
        case .store: error.store.flatMap { describe($0) }
        case .damaged: nil
        default: (.badRequest, "That did not work", error.message)
        }
    }
}
