import MarqueeCore
import MarqueeWire
import Testing

@testable import MarqueeHub

/// The ancestor's names and payloads of the hub's notices.
@Suite struct HubNoticeTests {
    @Test(arguments: [
        (HubNotice.downloadingChanged(true), "ZBiMDownloadingContentStateChanged"),
        (.displayingChanged(true), "ZBiMDisplayingContentHubStateChanged"),
        (.readyChanged(true), "ZBiMReadyStateChanged"),
        (.disabledChanged(true), "ZBiMDisabledStateChanged"),
        (.pilotMembershipChanged(notPartOfPilotProgram: true), "ZBiMNotPartOfPilotProgramStateChanged"),
        (.downloadProgressChanged(1), "ZBiMDBDownloadProgressChanged"),
        (.contentChanged(type: .hub, url: "", title: ""), "ZBiMContentTypeChanged"),
    ])
    func `a notice has its ancestor's name`(notice: HubNotice, name: String) {
        #expect(notice.name == name)
    }

    @Test func `a content change carries type, address and title`() {
        let notice = HubNotice.contentChanged(type: .article, url: "zbimdb://h/a/x", title: "")
        #expect(
            notice.userInfo == [
                "ZBiMResourceType": "article", "ZBiMResourceURL": "zbimdb://h/a/x", "ZBiMResourceTitle": "",
            ])
        #expect(HubNotice.downloadProgressChanged(42.5).userInfo == ["progress": "42.5"])
    }

    @Test func `the core's stream has the notices of the hub and of users, in their order`() async throws {
        let fixture = try HubFixture()
        let stream = fixture.core.notices.subscribe()
        fixture.hub.post(.readyChanged(true))
        try fixture.core.users.create("another")
        try fixture.core.users.activate("another")
        fixture.hub.post(.readyChanged(false))
        var received: [any Notice] = []
        for await notice in stream {
            received.append(notice)
            if received.count == 3 { break }
        }
        #expect(received.map { $0 as? HubNotice } == [.readyChanged(true), nil, .readyChanged(false)])
        #expect(received[1] as? UserNotice == .activeUserChanged("another"))
    }
}
