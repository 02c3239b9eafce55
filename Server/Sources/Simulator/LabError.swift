/// What the device lab refuses, with a sentence for the person in front of it.
struct LabError: Error, CustomStringConvertible {
    enum Code: String {
        case unknownDevice = "unknown_device"
        case unknownAd = "unknown_ad"
        case unknownApp = "unknown_app"
        case tooMany = "too_many_devices"
        case badCommand = "bad_command"
        /// More bytes than such a request may have.
        case tooLarge = "too_large"
        case notAllowed = "not_allowed"
        /// The phone's SDK refused it in its present state.
        case refused
        /// The server has nothing yet that a phone could show.
        case noContent = "no_content"
        case `internal`
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    var description: String { message }
}
