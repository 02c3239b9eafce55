import HTTPTypes
import MarqueeCore
import MarqueeEngage
import MarqueeHub
import MarqueePlacements
package import Web

/// A refusal of the device lab, with a sentence for its user.
struct LabError: Error, CustomStringConvertible {
    enum Code: String {
        case unknownDevice = "unknown_device"
        case unknownAd = "unknown_ad"
        case unknownApp = "unknown_app"
        case tooMany = "too_many_devices"
        case badCommand = "bad_command"
        case notAllowed = "not_allowed"
        /// The phone's SDK refused it in its present state.
        case refused
        /// The server has nothing yet that a phone could show.
        case noContent = "no_content"
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    var description: String { message }
}

extension LabError: ProblemDescribing {
    var problem: Problem? { Problem(status, code.rawValue, message) }

    private var status: HTTPResponse.Status {
        switch code {
        case .unknownDevice, .unknownAd, .unknownApp: .notFound
        case .tooMany, .refused, .noContent: .conflict
        case .badCommand: .badRequest
        case .notAllowed: .forbidden
        }
    }
}

// The SDK's own message is shown unchanged, because the lab's users are developers.

extension MarqueeError: ProblemDescribing {
    package var problem: Problem? {
        LabError(code == .invalidParameters ? .badCommand : .refused, message).problem
    }
}

extension HubError: ProblemDescribing {
    package var problem: Problem? {
        LabError(code == .invalidParameters ? .badCommand : .refused, message).problem
    }
}

extension EngageError: ProblemDescribing {
    package var problem: Problem? {
        LabError(code == .invalidParameters ? .badCommand : .refused, message).problem
    }
}

extension PlacementError: ProblemDescribing {
    package var problem: Problem? {
        LabError([.invalidPlacement, .invalidPurchase].contains(code) ? .badCommand : .refused, message).problem
    }
}
