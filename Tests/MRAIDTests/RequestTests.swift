import MRAID
import Testing

/// The commands that reach out of the ad: state, tap, URL and feature (ADS-077, ADS-087, ADS-088).
@Suite struct RequestTests {
    static let page = #""https://ads.example/x""#
    static let calls = [
        ("open", page), ("playVideo", page), ("storePicture", page),
        ("createCalendarEvent", #"{"description":"x","start":"2026-11-21"}"#),
    ]

    struct Row: Sendable, CustomTestStringConvertible {
        var placement = Placement.inline
        var state: ViewState
        var isObeyed: Bool
        var testDescription: String { "\(placement) \(state)" }
    }

    static let states: [Row] = [
        Row(state: .loading, isObeyed: false), Row(state: .default, isObeyed: true),
        Row(state: .expanded, isObeyed: true), Row(state: .resized, isObeyed: true),
        Row(state: .hidden, isObeyed: false), Row(placement: .interstitial, state: .loading, isObeyed: false),
        Row(placement: .interstitial, state: .default, isObeyed: true),
    ]

    @Test(arguments: states, Version.allCases)
    func `an ad that is up may ask, one that is not gets an error`(row: Row, version: Version) {
        for (command, argument) in Self.calls {
            var host = Host.inState(row.state, version, row.placement)
            host.says(command, argument)
            #expect(host.errors() == (row.isObeyed ? [] : [command]), "\(command)")
            #expect(host.deeds.isEmpty == !row.isObeyed, "\(command)")
            #expect(host.container.state == row.state)
        }
    }

    @Test(
        arguments: ["open", "playVideo", "storePicture", "createCalendarEvent", "expand", "resize"], Version.allCases)
    func `nothing happens without a tap in the last five seconds`(command: String, version: Version) {
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
        #expect(untouched.events(.error) == [[.text("\(command) needs a tap of the user"), .text(command)]])
        #expect(untouched.deeds.isEmpty)
    }

    @Test func `what only sets or ends needs no tap`() {
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
        var destination = Link.Destination.app
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
        Opening(url: "javascript:alert(1)", message: "URLs of the scheme javascript are not allowed"),
        Opening(url: "JavaScript:alert(1)", message: "URLs of the scheme javascript are not allowed"),
        Opening(url: "file:///etc/passwd", message: "URLs of the scheme file are not allowed"),
        Opening(url: "data:text/html,x", message: "URLs of the scheme data are not allowed"),
        Opening(url: "about:blank", message: "URLs of the scheme about are not allowed"),
        Opening(url: "blob:https://ads.example/1", message: "URLs of the scheme blob are not allowed"),
        Opening(url: "intent://x#Intent;end", message: "URLs of the scheme intent are not allowed"),
        Opening(url: "java\\tscript:alert(1)", message: "The URL is not absolute and well-formed"),
        Opening(
            url: "https://ads.example/" + String(repeating: "x", count: 8_192),
            message: "The URL is longer than 8192 bytes"),
    ]

    @Test(arguments: openings)
    func `each URL opens where it belongs, or is refused with the reason`(row: Opening) {
        var host = Host.ready()
        host.says("open", "\"\(row.url)\"")
        if let text = row.text, let link = Link(text) {
            #expect(host.deeds == [.reportClick, .open(link, in: row.destination)])
            #expect(link.text == text)
            #expect(host.errors().isEmpty)
        } else {
            #expect(host.events(.error) == [[.text(row.message), "open"]])
            #expect(host.deeds.isEmpty, "no click is counted")
        }
    }

    @Test(arguments: ["null", "7", "{}", "[]", "true"])
    func `what is no text is no URL`(argument: String) {
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
        ("tel", Feature.tel, #""tel:1""#, "open"), ("sms", .sms, #""sms:1""#, "open"),
        ("storePicture", .storePicture, page, "storePicture"),
        ("calendar", .calendar, #"{"description":"x","start":"2026-11-21"}"#, "createCalendarEvent"),
    ])
    func `what the device lacks is refused`(name: String, feature: Feature, argument: String, command: String) {
        var host = Host.ready { $0.features = Set(Feature.allCases).subtracting([feature]) }
        host.says(command, argument)
        #expect(host.events(.error) == [[.text("This device does not serve \(name)"), .text(command)]])
        host.happened(.featuresChanged([feature]))
        host.says(command, argument)
        #expect(!host.deeds.isEmpty, "it can be switched on")
    }

    // MARK: Video, picture, event

    @Test(arguments: ["playVideo", "storePicture"])
    func `only the web serves videos and pictures`(command: String) {
        for url in ["tel:1", "mailto:a@b.example", "itms-apps://x/1", "data:image/png;base64,AAAA", "file:///x"] {
            var host = Host.ready()
            host.says(command, "\"\(url)\"")
            #expect(host.errors() == [command], "\(url)")
            #expect(host.deeds.isEmpty)
        }
    }

    @Test(arguments: [ViewState.default, .expanded, .resized])
    func `a video covers the ad and gives it back as it was`(state: ViewState) throws {
        var host = Host.inState(state)
        host.happened(.exposed(.first, Exposure(percentage: 100, visibleRectangle: Rectangle(0, 0, 320, 50))))
        host.says("playVideo", Self.page)
        #expect(host.deeds == [.playVideo(try #require(Link("https://ads.example/x")), for: .first)])
        host.happened(.videoEnded)
        #expect(host.events(.viewableChange) == [[.bool(true)], [.bool(false)], [.bool(true)]])
        #expect(host.container.state == state)
        #expect(host.errors().isEmpty)
    }

    /// ADS-088, ADS-089: each of several pictures or events that were declined, and the page that asked for it.
    @Test(arguments: [
        ("playVideo", Command.playVideo), ("storePicture", .storePicture),
        ("createCalendarEvent", .createCalendarEvent),
    ])
    func `the page that asked hears of each failure`(name: String, command: Command) throws {
        let argument = try #require(Self.calls.first { $0.0 == name }?.1)
        var host = Host.ready()
        host.says("expand", #""https://ads.example/2""#)
        host.says("loaded", from: .second)
        host.actions = []
        for page in [Page.first, .second, .second] {
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
    @Test func `of two videos the ad is seen when both have ended`() {
        var host = Host.ready()
        host.happened(.exposed(.first, Exposure(percentage: 100, visibleRectangle: Rectangle(0, 0, 320, 50))))
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
        host.happened(.exposed(.first, Exposure(percentage: 100, visibleRectangle: Rectangle(0, 0, 320, 50))))
        host.says("playVideo", Self.page)
        host.happened(.failed(.playVideo, reason: "Not found"))
        #expect(host.events(.viewableChange).last == [.bool(true)])
        #expect(host.errors() == ["playVideo"])
    }

    // MARK: Giving up

    @Test(arguments: ViewState.allCases)
    func `3_0 may unload in every state but the last`(state: ViewState) {
        var host = Host.inState(state)
        host.says("unload")
        #expect(host.deeds.last == .unload(reason: "The ad gave up"))
        #expect(host.container.isFinished && host.container.state == .hidden)
        host.actions = []
        host.says("open", Self.page)
        host.happened(.settled)
        #expect(host.actions.isEmpty)
    }

    @Test(arguments: [("unload", Version.v2), ("initVpaid", .v2), ("addEventListener", .v2)])
    func `2_0 does not know the commands of 3_0`(command: String, version: Version) {
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
