import Foundation
import MarqueeCore
import Testing

/// The error type of a new capability declares code, message and cause, and gets its `NSError` from `CodedError`.
@Suite struct CodedErrorTests {
    struct PushError: CodedError {
        enum Code: Int, Sendable, CaseIterable {
            case noToken = 3
            case refused = 17
        }

        static let domain = "PushErrorDomain"
        let code: Code
        let message: String
        let cause: (any Error)?
    }

    @Test(arguments: PushError.Code.allCases)
    func `an adopting error has its domain, code, message and cause as an NSError`(code: PushError.Code) {
        let cause = MarqueeError(.storage, "the disk is full")
        let error: any Error = PushError(code: code, message: "the device has no token", cause: cause)
        let bridged = error as NSError

        #expect(bridged.domain == "PushErrorDomain")
        #expect(bridged.code == code.rawValue)
        #expect(bridged.localizedDescription == "the device has no token")
        #expect(error.localizedDescription == "the device has no token")
        #expect((bridged.userInfo[NSUnderlyingErrorKey] as? MarqueeError)?.code == .storage)
    }

    @Test func `the description for the log names code, message and cause`() {
        let cause = MarqueeError(.storage, "the disk is full")
        let error = PushError(code: .refused, message: "the service refuses the token", cause: cause)

        #expect("\(error)" == "refused: the service refuses the token (storage: the disk is full)")
        let alone = PushError(code: .noToken, message: "the device has no token", cause: nil)
        #expect("\(alone)" == "noToken: the device has no token")
        #expect((alone as any Error as NSError).userInfo[NSUnderlyingErrorKey] == nil)
    }
}
