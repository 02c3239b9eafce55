import MRAID
import Testing

/// No action without a person, and no person asked twice.
@Suite struct TapTests {
    static let page = #""https://ads.example/x""#

    private func clicks(_ host: Host) -> Int { host.actions.filter { $0 == .reportClick }.count }

    @Test(arguments: ["open", "playVideo", "storePicture", "expand", "resize"])
    func `a command waits for the tap that is on its way`(command: String) {
        var host = Host()
        host.happened(.pageLoaded(.first))
        host.setsResize()
        host.actions = []
        host.says(command, Self.page)
        #expect(host.deeds.isEmpty && host.errors().isEmpty)
        host.waits(.milliseconds(499))
        host.happened(.tapped(.first))
        #expect(!host.deeds.isEmpty)
        host.waits(.seconds(1))
        #expect(host.errors().isEmpty)
    }

    @Test func `a wait is bounded, and asks to be woken at its end`() {
        var host = Host()
        host.happened(.pageLoaded(.first))
        host.actions = []
        host.says("open", Self.page)
        #expect(host.actions.contains(.wake(after: .milliseconds(500))))
        host.waits(.milliseconds(500))
        #expect(host.complaints() == ["open needs a tap of the user"])
        host.happened(.tapped(.first))
        #expect(host.deeds.isEmpty, "too late")
    }

    @Test func `a tap is used up by what it allows`() {
        var host = Host.ready()
        for _ in 0..<50 { host.says("open", Self.page) }
        host.waits(.seconds(1))
        #expect(clicks(host) == 1)
        #expect(host.errors().count == 49)
        host.happened(.tapped(.first))
        host.says("open", Self.page)
        #expect(clicks(host) == 2)
    }

    @Test func `of several wishes the first has the tap`() {
        var host = Host()
        host.happened(.pageLoaded(.first))
        host.actions = []
        host.says("expand")
        host.says("open", Self.page)
        host.happened(.tapped(.first))
        #expect(host.container.state == .expanded && clicks(host) == 0)
        host.happened(.tapped(.first))
        #expect(clicks(host) == 1)
    }

    @Test func `what is refused uses up no tap`() {
        var host = Host.ready()
        host.says("open", #""file:///etc/passwd""#)
        host.says("resize")
        #expect(host.errors() == ["open", "resize"])
        host.says("open", Self.page)
        #expect(clicks(host) == 1)
    }

    @Test(arguments: ["open", "expand"])
    func `a configuration may do without taps`(command: String) {
        var host = Host { $0.tapRule = .notNeeded }
        host.happened(.pageLoaded(.first))
        host.says(command)
        host.says(command, Self.page)
        #expect(!host.deeds.isEmpty)
        #expect(!host.complaints().contains { $0.contains("tap") })
    }

    @Test func `without patience a command is refused at once`() {
        var host = Host { $0.tapRule = .needed(within: .seconds(5), patience: .zero) }
        host.happened(.pageLoaded(.first))
        host.says("open", Self.page)
        #expect(host.errors() == ["open"])
    }

    // MARK: Links

    private func follows(_ url: String, _ host: inout Host) -> Bool {
        let request = NavigationPolicy.Request(url: url)
        let navigation = host.container.received(request, from: .first, at: host.now)
        host.actions += navigation.actions
        return navigation.isAllowed
    }

    @Test func `a link that also opens by script opens once, and counts once`() {
        var host = Host.ready()
        host.says("open", Self.page)
        #expect(!follows("https://ads.example/x", &host))
        host.waits(.seconds(1))
        #expect(clicks(host) == 1)
        #expect(host.actions.last == .note(Problem("The user has not tapped the ad lately", action: "navigation")))
    }

    @Test func `a link opens after a tap, or just before it is known`() throws {
        let link = try #require(Link("https://ads.example/x"))
        for isBefore in [true, false] {
            var host = isBefore ? Host() : Host.ready()
            host.happened(.pageLoaded(.first))
            host.actions = []
            #expect(!follows("https://ads.example/x", &host))
            if isBefore {
                #expect(host.deeds.isEmpty)
                host.happened(.tapped(.first))
            }
            #expect(host.deeds == [.reportClick, .open(link, in: .app)])
        }
    }

    @Test func `of too many navigations the rest leaves nothing behind`() {
        var host = Host.ready()
        for _ in 0..<1_000 { _ = follows("file:///etc/passwd", &host) }
        #expect(host.actions.count < 210)
        #expect(follows("about:blank#x", &host) == false)
    }

    @Test func `what a busy host cannot do uses up no tap`() {
        var host = Host.ready()
        host.confirms = false
        host.setsResize()
        for _ in 0..<4 {
            host.happened(.tapped(.first))
            host.says("resize")
        }
        host.happened(.tapped(.first))
        host.says("resize")
        #expect(host.complaints() == ["The host is still busy with earlier changes"])
        host.says("open", Self.page)
        #expect(clicks(host) == 1)
    }

    @Test func `what an ad's page may not be led to is noted`() {
        var host = Host.ready()
        #expect(!follows("file:///etc/passwd", &host))
        #expect(host.actions == [.note(Problem("URLs of the scheme file are not allowed", action: "navigation"))])
    }
}
