import HTTPTypes
package import Web

/// What the portal refuses or cannot do; the status of the answer follows from the code.
public struct PortalError: Error, Sendable, Equatable {
    /// The bounded set of reasons.
    public enum Code: String, Sendable, CaseIterable {
        /// No signed-in account.
        case signInRequired = "sign_in_required"
        /// A form without the session's token, or with another one.
        case forgedForm = "forged_form"
        /// The account's role does not reach so far.
        case notAllowed = "not_allowed"
        /// Too many failed attempts; try again later.
        case throttled
        case notFound = "not_found"
        /// The server has no app that the page could be about.
        case noApp = "no_app"
        /// A field outside its form.
        case invalidField = "invalid_field"
        /// The body is larger than forms may be.
        case tooLarge = "too_large"
        /// A template or asset is missing from the installation.
        case missingResource = "missing_resource"
    }

    /// What the answer's status follows from.
    public let code: Code
    /// A sentence for the person at the browser.
    public let message: String

    /// Refuses a request with a sentence for the person at the browser.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension PortalError: ProblemDescribing {
    package var problem: Problem? {
        switch code {
        case .signInRequired: Problem(.unauthorized, code.rawValue, message)
        case .forgedForm, .notAllowed: Problem(.forbidden, code.rawValue, message)
        case .throttled: Problem(.tooManyRequests, code.rawValue, message)
        case .notFound: Problem(.notFound, code.rawValue, message)
        case .noApp: Problem(.notFound, code.rawValue, message, title: "There is no app yet")
        case .invalidField: Problem(.badRequest, code.rawValue, message, title: "Please check what you entered")
        case .tooLarge: Problem(.contentTooLarge, code.rawValue, message)
        case .missingResource: nil
        }
    }
}
