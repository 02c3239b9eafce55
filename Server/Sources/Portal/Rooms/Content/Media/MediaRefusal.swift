import HTTPTypes
import PlatformStore
import Publishing
import Web

/// Why a file was not taken, in a sentence for the person who chose it.
enum MediaRefusal {
    /// - Returns: `nil` for a failure that the person cannot mend.
    static func problem(_ error: any Error) -> (status: HTTPResponse.Status, message: String)? {
        if let error = error as? PublishingError {
            switch error.code {
            case .malformed: return (.unprocessableContent, FormRefusal.sentence(error.message))
            case .tooLarge: return (.contentTooLarge, FormRefusal.sentence(error.message))
            default: break
            }
        }
        guard let problem = (error as? any ProblemDescribing)?.problem,
            [.badRequest, .notFound, .conflict].contains(problem.status)
        else { return nil }
        return (problem.status, FormRefusal.sentence(problem.message))
    }
}
