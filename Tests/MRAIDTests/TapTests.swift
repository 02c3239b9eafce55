import MRAID
import Testing

/// No action happens without a tap, and no action needs two taps.
@Suite struct TapTests {
    static let page = #""https://ads.example/x""#

    private func clicks(_ host: Host) -> Int { host.actions.filter { $0 == .reportClick }.count }

    @Test(arguments: ["open", "playVideo", "storePicture", "expand", "resize"])
    func `a command waits for the tap that follows it`(command: String) {
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

    @Test func `waiting for a tap ends after a bounded time`() {
        var host = Host()
        host.happened(.pageLoaded(.first))
        host.actions = []
        host.says("open", Self.page)
        #expect(host.actions.contains(.wake(after: .milliseconds(500))))
        host.waits(.milliseconds(500))
        #expect(host.complaints() == ["open needs a tap by the user"])
        host.happened(.tapped(.first))
        #expect(host.deeds.isEmpty, "too late")
    }

    @Test func `each tap allows one request`() {
        var host = Host.ready()
        for _ in 0..<50 { host.says("open", Self.page) }
        host.waits(.seconds(1))
        #expect(clicks(host) == 1)
        #expect(host.errors().count == 49)
        host.happened(.tapped(.first))
        host.says("open", Self.page)
        #expect(clicks(host) == 2)
    }

    @Test func `the first of several waiting requests gets the tap`() {
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

    @Test func `a refused request uses no tap`() {
        var host = Host.ready()
        host.says("open", #""file:///etc/passwd""#)
        host.says("resize")
        #expect(host.errors() == ["open", "resize"])
        host.says("open", Self.page)
        #expect(clicks(host) == 1)
    }

    @Test(arguments: ["open", "expand"])
    func `a configuration may allow requests without taps`(command: String) {
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

    @Test func `a link that also calls open() opens and counts once`() {
        var host = Host.ready()
        host.says("open", Self.page)
        #expect(!follows("https://ads.example/x", &host))
        host.waits(.seconds(1))
        #expect(clicks(host) == 1)
        #expect(
            host.actions.last
                == .logProblem(Container.Problem("The user has not tapped the ad recently", action: "navigation")))
    }

    @Test func `a link opens after a tap or shortly before it`() throws {
        let link = try #require(LinkPolicy.Link("https://ads.example/x"))
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

    @Test func `navigations over the limit leave no trace`() {
        var host = Host.ready()
        for _ in 0..<1_000 { _ = follows("file:///etc/passwd", &host) }
        #expect(host.actions.count < 210)
        #expect(follows("about:blank#x", &host) == false)
    }

    @Test func `a request that a busy host cannot take uses no tap`() {
        var host = Host.ready()
        host.confirms = false
        host.setsResize()
        for _ in 0..<4 {
            host.happened(.tapped(.first))
            host.says("resize")
        }
        host.happened(.tapped(.first))
        host.says("resize")
        #expect(host.complaints() == ["The host has not completed earlier changes"])
        host.says("open", Self.page)
        #expect(clicks(host) == 1)
    }

    @Test func `a refused navigation is logged`() {
        var host = Host.ready()
        #expect(!follows("file:///etc/passwd", &host))
        #expect(
            host.actions == [
                .logProblem(Container.Problem("URLs with the scheme file are not allowed", action: "navigation"))
            ])
    }
}
