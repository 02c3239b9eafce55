import MRAID
import Testing

/// The commands that act outside the ad: state, tap, URL and feature (ADS-077, ADS-087, ADS-088).
@Suite struct RequestTests {
    static let page = #""https://ads.example/x""#
    static let calls = [
        ("open", page), ("playVideo", page), ("storePicture", page),
        ("createCalendarEvent", #"{"description":"x","start":"2026-11-21"}"#),
    ]

    struct Row: Sendable, CustomTestStringConvertible {
        var placement = Container.Placement.inline
        var state: Container.State
        var isObeyed: Bool
        var testDescription: String { "\(placement) \(state)" }
    }

    static let states: [Row] = [
        Row(state: .loading, isObeyed: false), Row(state: .default, isObeyed: true),
        Row(state: .expanded, isObeyed: true), Row(state: .resized, isObeyed: true),
        Row(state: .hidden, isObeyed: false), Row(placement: .interstitial, state: .loading, isObeyed: false),
        Row(placement: .interstitial, state: .default, isObeyed: true),
    ]

    @Test(arguments: states, Container.Version.allCases)
    func `only a visible ad may make requests`(row: Row, version: Container.Version) {
        for (command, argument) in Self.calls {
            var host = Host.inState(row.state, version, row.placement)
            host.says(command, argument)
            #expect(host.errors() == (row.isObeyed ? [] : [command]), "\(command)")
            #expect(host.deeds.isEmpty == !row.isObeyed, "\(command)")
            #expect(host.container.state == row.state)
        }
    }

    @Test(
        arguments: ["open", "playVideo", "storePicture", "createCalendarEvent", "expand", "resize"],
        Container.Version.allCases)
    func `a request needs a tap within the last five seconds`(command: String, version: Container.Version) {
        let argument = Self.calls.first { $0.0 == command }?.1 ?? "null"
        for (wait, isObeyed) in [(Duration.seconds(5), true), (.milliseconds(5001), false)] {
            var host = Host.ready(version)
            host.setsResize()
            host.actions = []
            host.waits(wait)
            host.says(command, argument)
            host.waits(.milliseconds(500))
            #expect(host.errors() == (isObeyed ? [] : [command]))
            #expect(host.deeds.isEmpty == !isObeyed)
        }
        var untouched = Host(version)
        untouched.happened(.pageLoaded(.first))
        untouched.setsResize()
        untouched.actions = []
        untouched.says(command, argument)
        untouched.waits(.milliseconds(500))
        #expect(untouched.events(.error) == [[.text("\(command) needs a tap by the user"), .text(command)]])
        #expect(untouched.deeds.isEmpty)
    }

    @Test func `setting properties and closing need no tap`() {
        for (command, argument) in [
            ("setExpandProperties", "{}"), ("setOrientationProperties", "{}"), ("useCustomClose", "true"),
            ("close", "null"), ("unload", "null"),
        ] {
            var host = Host()
            host.happened(.pageLoaded(.first))
            host.says(command, argument)
            #expect(host.errors().isEmpty, "\(command)")
        }
    }

    // MARK: open

    struct Opening: Sendable, CustomTestStringConvertible {
        var url: String
        var text: String?
        var destination = LinkPolicy.Link.Destination.app
        var message = ""
        var testDescription: String { url }
    }

    static let openings: [Opening] = [
        Opening(url: "https://ads.example/x?a=1#b", text: "https://ads.example/x?a=1#b"),
        Opening(url: "HTTPS://ads.example/", text: "https://ads.example/"),
        Opening(url: "//ads.example/x", text: "https://ads.example/x"),
        Opening(url: " https://ads.example/ ", text: "https://ads.example/"),
        Opening(
            url: "https://apps.apple.com/app/id1", text: "https://apps.apple.com/app/id1", destination: .system),
        Opening(url: "itms-apps://x.example/id1", text: "itms-apps://x.example/id1", destination: .system),
        Opening(url: "market://details?id=a.b", text: "market://details?id=a.b", destination: .system),
        Opening(url: "tel:+491234", text: "tel:+491234", destination: .system),
        Opening(url: "sms:+491234", text: "sms:+491234", destination: .system),
        Opening(url: "mailto:a@ads.example", text: "mailto:a@ads.example", destination: .system),
        Opening(url: "", message: "The URL is empty"),
        Opening(url: "http://ads.example/", message: "The URL is http, and only https is allowed"),
        Opening(url: "page.html", message: "The URL is not absolute and well-formed"),
        Opening(url: "https://", message: "The URL is not absolute and well-formed"),
        Opening(url: "https:/ads.example", message: "The URL is not absolute and well-formed"),
        Opening(url: "https://ads.example/a b", message: "The URL is not absolute and well-formed"),
        Opening(url: "javascript:alert(1)", message: "URLs with the scheme javascript are not allowed"),
        Opening(url: "JavaScript:alert(1)", message: "URLs with the scheme javascript are not allowed"),
        Opening(url: "file:///etc/passwd", message: "URLs with the scheme file are not allowed"),
        Opening(url: "data:text/html,x", message: "URLs with the scheme data are not allowed"),
        Opening(url: "about:blank", message: "URLs with the scheme about are not allowed"),
        Opening(url: "blob:https://ads.example/1", message: "URLs with the scheme blob are not allowed"),
        Opening(url: "intent://x#Intent;end", message: "URLs with the scheme intent are not allowed"),
        Opening(url: "java\\tscript:alert(1)", message: "The URL is not absolute and well-formed"),
        Opening(
            url: "https://ads.example/" + String(repeating: "x", count: 8_192),
            message: "The URL is longer than 8192 bytes"),
    ]

    @Test(arguments: openings)
    func `each URL opens in its destination or is refused with a reason`(row: Opening) {
        var host = Host.ready()
        host.says("open", "\"\(row.url)\"")
        if let text = row.text, let link = LinkPolicy.Link(text) {
            #expect(host.deeds == [.reportClick, .open(link, in: row.destination)])
            #expect(link.text == text)
            #expect(host.errors().isEmpty)
        } else {
            #expect(host.events(.error) == [[.text(row.message), "open"]])
            #expect(host.deeds.isEmpty, "no click is counted")
        }
    }

    @Test(arguments: ["null", "7", "{}", "[]", "true"])
    func `an argument that is not a text is refused as a URL`(argument: String) {
        for command in ["open", "playVideo", "storePicture"] {
            var host = Host.ready()
            host.says(command, argument)
            #expect(host.events(.error) == [["The URL is empty", .text(command)]])
        }
    }

    @Test func `plain http may be allowed`() {
        var host = Host.ready { $0.links = LinkPolicy(allowsPlainHTTP: true) }
        host.says("open", #""http://ads.example/""#)
        #expect(host.deeds.count == 2)
    }

    @Test(arguments: [
        ("tel", Container.Feature.tel, #""tel:1""#, "open"), ("sms", .sms, #""sms:1""#, "open"),
        ("storePicture", .storePicture, page, "storePicture"),
        ("calendar", .calendar, #"{"description":"x","start":"2026-11-21"}"#, "createCalendarEvent"),
    ])
    func `a request for a missing feature is refused`(
        name: String, feature: Container.Feature, argument: String, command: String
    ) {
        var host = Host.ready { $0.features = Set(Container.Feature.allCases).subtracting([feature]) }
        host.says(command, argument)
        #expect(host.events(.error) == [[.text("This device does not support \(name)"), .text(command)]])
        host.happened(.featuresChanged([feature]))
        host.says(command, argument)
        #expect(!host.deeds.isEmpty, "it can be switched on")
    }

    // MARK: Video, picture, event

    @Test(arguments: ["playVideo", "storePicture"])
    func `videos and pictures are loaded only from the web`(command: String) {
        for url in ["tel:1", "mailto:a@b.example", "itms-apps://x/1", "data:image/png;base64,AAAA", "file:///x"] {
            var host = Host.ready()
            host.says(command, "\"\(url)\"")
            #expect(host.errors() == [command], "\(url)")
            #expect(host.deeds.isEmpty)
        }
    }

    @Test(arguments: [Container.State.default, .expanded, .resized])
    func `an ad keeps its state under a video`(state: Container.State) throws {
        var host = Host.inState(state)
        host.happened(.exposed(.first, Exposure(percentage: 100, visibleRectangle: Container.Rectangle(0, 0, 320, 50))))
        host.says("playVideo", Self.page)
        #expect(host.deeds == [.playVideo(try #require(LinkPolicy.Link("https://ads.example/x")), for: .first)])
        host.happened(.videoEnded)
        #expect(host.events(.viewableChange) == [[.bool(true)], [.bool(false)], [.bool(true)]])
        #expect(host.container.state == state)
        #expect(host.errors().isEmpty)
    }

    /// ADS-088, ADS-089: several pictures or events are declined, each for the page that requested it.
    @Test(arguments: [
        ("playVideo", Container.Command.playVideo), ("storePicture", .storePicture),
        ("createCalendarEvent", .createCalendarEvent),
    ])
    func `each failure is reported to the page that made the request`(name: String, command: Container.Command) throws {
        let argument = try #require(Self.calls.first { $0.0 == name }?.1)
        var host = Host.ready()
        host.says("expand", #""https://ads.example/2""#)
        host.says("loaded", from: .second)
        host.actions = []
        for page in [Container.Page.first, .second, .second] {
            host.happened(.tapped(page))
            host.says(name, argument, from: page)
        }
        let asked = host.deeds.compactMap { action in
            switch action {
            case .playVideo(_, let page), .storePicture(_, let page), .createCalendarEvent(_, let page): page
            default: nil
            }
        }
        #expect(asked == [.first, .second, .second], "the action names the page that its answer is for")
        for page in asked { host.happened(.failed(command, from: page, reason: "The user declined")) }
        #expect(host.events(.error, .first) == [["The user declined", .text(name)]])
        #expect(host.events(.error, .second) == Array(repeating: ["The user declined", .text(name)], count: 2))
    }

    /// ADS-087
    @Test func `an ad under two videos is viewable when both have ended`() {
        var host = Host.ready()
        host.happened(.exposed(.first, Exposure(percentage: 100, visibleRectangle: Container.Rectangle(0, 0, 320, 50))))
        host.says("playVideo", Self.page)
        host.happened(.tapped(.first))
        host.says("playVideo", Self.page)
        host.happened(.videoEnded)
        #expect(host.value("isViewable") == .bool(false))
        host.happened(.failed(.playVideo, reason: "Not found"))
        #expect(host.value("isViewable") == .bool(true))
        host.happened(.videoEnded)
        host.happened(.tapped(.first))
        host.says("playVideo", Self.page)
        #expect(host.value("isViewable") == .bool(false), "an end too many counts for none to come")
    }

    @Test func `a video that cannot be played leaves the ad viewable`() {
        var host = Host.ready()
        host.happened(.exposed(.first, Exposure(percentage: 100, visibleRectangle: Container.Rectangle(0, 0, 320, 50))))
        host.says("playVideo", Self.page)
        host.happened(.failed(.playVideo, reason: "Not found"))
        #expect(host.events(.viewableChange).last == [.bool(true)])
        #expect(host.errors() == ["playVideo"])
    }

    // MARK: unload and VPAID

    @Test(arguments: Container.State.allCases)
    func `3_0 may unload in every state except hidden`(state: Container.State) {
        var host = Host.inState(state)
        host.says("unload")
        #expect(host.deeds.last == .unload(reason: "The ad called unload()"))
        #expect(host.container.isFinished && host.container.state == .hidden)
        host.actions = []
        host.says("open", Self.page)
        host.happened(.settled)
        #expect(host.actions.isEmpty)
    }

    @Test(arguments: [("unload", Container.Version.v2), ("initVpaid", .v2), ("addEventListener", .v2)])
    func `commands of 3_0 are refused in 2_0`(command: String, version: Container.Version) {
        var host = Host.ready(version)
        host.says(command, #""exposureChange""#, "1")
        #expect(host.events(.error) == [[.text("MRAID 2.0 has no \(command)"), .text(command)]])
        #expect(!host.container.isFinished)
    }

    @Test func `3_0 has no VPAID`() {
        var host = Host.ready()
        host.says("initVpaid")
        #expect(host.events(.error) == [["VPAID is not supported", "initVpaid"]])
    }
}
