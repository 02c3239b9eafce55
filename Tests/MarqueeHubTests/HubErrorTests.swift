import Foundation
import MarqueeCore
import MarqueeHub
import Testing

/// HUB-173…185: an app that knows errors as `NSError` loses nothing.
@Suite struct HubErrorTests {
    @Test(arguments: HubError.Code.allCases)
    func `a bridged error keeps its domain, code, message and cause`(code: HubError.Code) {
        let cause = HubError(.noNetwork, "the host does not answer")
        let error: any Error = HubError(code, "the hub is not there", cause: cause)
        let bridged = error as NSError

        #expect(error.localizedDescription == "the hub is not there")
        #expect(bridged.domain == "ZBIMErrorDomain")
        #expect(bridged.code == code.rawValue)
        #expect(bridged.localizedDescription == "the hub is not there")
        #expect((bridged.userInfo[NSUnderlyingErrorKey] as? HubError)?.code == .noNetwork)
    }

    @Test(arguments: [
        (MarqueeError.Code.invalidParameters, 1), (.invalidState, 2), (.storage, 3), (.unknownUser, 5),
        (.userAlreadyExists, 6), (.activeUserNotSet, 7),
    ])
    func `an error of the core has a code of the ancestor`(code: MarqueeError.Code, ancestor: Int) {
        let error = HubError(MarqueeError(code, "a user has no name"))
        #expect(error.code.rawValue == ancestor)
        #expect(error.message == "a user has no name")
        #expect((error as NSError).domain == "ZBIMErrorDomain")
        #expect((error.cause as? MarqueeError)?.code == code)
    }
}
