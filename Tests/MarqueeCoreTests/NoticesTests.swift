import MarqueeCore
import MarqueeWire
import Testing

/// Typed notices, and the ancestor's names and payloads behind them.
@Suite struct NoticesTests {
    @Test func `every subscriber gets every notice in order`() async {
        let notices = Notices()
        let streams = [notices.subscribe(), notices.subscribe()]
        let posted: [Notice] = [.downloadingChanged(true), .downloadProgressChanged(50), .downloadingChanged(false)]
        for notice in posted { notices.post(notice) }
        for stream in streams {
            var received: [Notice] = []
            for await notice in stream {
                received.append(notice)
                if received.count == posted.count { break }
            }
            #expect(received == posted)
        }
    }

    @Test(arguments: [
        (Notice.downloadingChanged(true), "ZBiMDownloadingContentStateChanged"),
        (.displayingChanged(true), "ZBiMDisplayingContentHubStateChanged"),
        (.readyChanged(true), "ZBiMReadyStateChanged"),
        (.disabledChanged(true), "ZBiMDisabledStateChanged"),
        (.pilotMembershipChanged(notPartOfPilotProgram: true), "ZBiMNotPartOfPilotProgramStateChanged"),
        (.downloadProgressChanged(1), "ZBiMDBDownloadProgressChanged"),
        (.contentChanged(type: .hub, url: "", title: ""), "ZBiMContentTypeChanged"),
    ])
    func `a notice has its ancestor's name`(notice: Notice, name: String) {
        #expect(notice.name == name)
    }

    @Test func `a content change carries type, address and title`() {
        let notice = Notice.contentChanged(type: .article, url: "zbimdb://h/a/x", title: "")
        #expect(
            notice.userInfo == [
                "ZBiMResourceType": "article", "ZBiMResourceURL": "zbimdb://h/a/x", "ZBiMResourceTitle": "",
            ])
        #expect(Notice.downloadProgressChanged(42.5).userInfo == ["progress": "42.5"])
    }
}
