import Foundation
import MarqueeCore
import Testing

/// An app that knows errors as `NSError` loses nothing.
@Suite struct MarqueeErrorTests {
    @Test(arguments: MarqueeError.Code.allCases)
    func `a bridged error keeps its domain, code, message and cause`(code: MarqueeError.Code) {
        let cause = MarqueeError(.storage, "the host does not answer")
        let error: any Error = MarqueeError(code, "the hub is not there", cause: cause)
        let bridged = error as NSError

        #expect(error.localizedDescription == "the hub is not there")
        #expect(bridged.domain == MarqueeError.domain)
        #expect(bridged.code == code.rawValue)
        #expect(bridged.localizedDescription == "the hub is not there")
        #expect((bridged.userInfo[NSUnderlyingErrorKey] as? MarqueeError)?.code == .storage)
    }
}
