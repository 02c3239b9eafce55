import MRAID
import Testing

/// `AdHost`, and the geometry of exposure (ADS-076).
@Suite struct HostingTests {
    final class Surface: AdSurface {
        var host: AdHost?
        var done: [HostAction] = []
        var scripts: [String] = []
        var wakes: [Duration] = []

        func perform(_ action: HostAction) {
            done.append(action)
            switch action {
            case .expand, .resize, .restore: host?.received(.settled)
            default: break
            }
        }

        func run(_ script: String, in page: Container.Page) { scripts.append(script) }

        func wake(after time: Duration) { wakes.append(time) }
    }

    private func started() -> (AdHost, Surface) {
        let surface = Surface()
        let configuration = Container.Configuration(placement: .inline, layout: Host.layout)
        let host = AdHost(configuration, surface: surface) { .zero }
        surface.host = host
        host.start()
        host.received(.pageLoaded(.first))
        return (host, surface)
    }

    @Test func `actions caused inside an action run after the earlier ones`() {
        let (host, surface) = started()
        host.received(.tapped(.first))
        host.received(#"{"command":"expand","arguments":[],"id":1}"#, from: .first)
        #expect(host.container.state == .expanded)
        #expect(surface.scripts.last?.contains(#""state":"expanded""#) == true)
        let names = surface.done.map { if case .showCloseRegion = $0 { "region" } else { "expand" } }
        #expect(names == ["expand", "region"])
        #expect(surface.wakes.first == .seconds(30))
        surface.host = nil
    }

    @Test func `a layout or exposure that has not changed is not reported again`() {
        let (host, surface) = started()
        let before = surface.scripts.count
        for _ in 0..<3 {
            host.seen(.first, at: Container.Rectangle(0, 0, 320, 50), within: [Container.Rectangle(0, 0, 320, 460)])
        }
        #expect(surface.scripts.count == before + 1)
        var moved = Host.layout
        moved.defaultPosition = Container.Rectangle(0, 100, 320, 50)
        for _ in 0..<3 { host.laidOut(moved) }
        #expect(surface.scripts.count == before + 2)
        surface.host = nil
    }

    @Test func `a navigation is decided at once and opened by an action`() {
        let (host, surface) = started()
        host.received(.tapped(.first))
        #expect(!host.allows(NavigationPolicy.Request(url: "https://ads.example/"), from: .first))
        #expect(surface.done.first == .reportClick)
        #expect(host.allows(NavigationPolicy.Request(url: "about:blank", target: .frame), from: .first))
        surface.host = nil
    }

    // MARK: Geometry

    struct Row: Sendable {
        var bounds: [Container.Rectangle]
        var covers: [Container.Rectangle] = []
        var percentage: Double
        var visible: Container.Rectangle?
        var occlusions: [Container.Rectangle]?
    }

    static let screen = Container.Rectangle(0, 0, 400, 800)

    /// The ad is 200 by 100 at (100, 300).
    @Test(arguments: [
        Row(bounds: [screen], percentage: 100, visible: Container.Rectangle(0, 0, 200, 100)),
        Row(bounds: [], percentage: 100, visible: Container.Rectangle(0, 0, 200, 100)),
        Row(
            bounds: [screen, Container.Rectangle(0, 350, 400, 400)], percentage: 50,
            visible: Container.Rectangle(0, 50, 200, 50)),
        Row(
            bounds: [screen, Container.Rectangle(0, 0, 150, 800)], percentage: 25,
            visible: Container.Rectangle(0, 0, 50, 100)),
        Row(bounds: [Container.Rectangle(0, 0, 400, 300)], percentage: 0),
        Row(bounds: [Container.Rectangle(0, 0, 0, 0)], percentage: 0),
        Row(
            bounds: [screen], covers: [Container.Rectangle(100, 300, 200, 25)], percentage: 75,
            visible: Container.Rectangle(0, 0, 200, 100),
            occlusions: [Container.Rectangle(0, 0, 200, 25)]),
        // Each cover hides 50 by 50, and 25 by 50 of that lies under both.
        Row(
            bounds: [screen], covers: [Container.Rectangle(100, 300, 50, 50), Container.Rectangle(125, 300, 50, 50)],
            percentage: 81.25,
            visible: Container.Rectangle(0, 0, 200, 100),
            occlusions: [Container.Rectangle(0, 0, 50, 50), Container.Rectangle(25, 0, 50, 50)]),
        Row(
            bounds: [screen],
            covers: [
                Container.Rectangle(0, 0, 400, 310), Container.Rectangle(100, 320, 20, 10),
                Container.Rectangle(0, 0, 9, 9),
            ],
            percentage: 89, visible: Container.Rectangle(0, 0, 200, 100),
            occlusions: [Container.Rectangle(0, 0, 200, 10), Container.Rectangle(0, 20, 20, 10)]),
        Row(bounds: [screen], covers: [screen, screen], percentage: 0),
    ])
    func `an exposure is the part that bounds and covers leave visible`(row: Row) {
        let exposure = Exposure(of: Container.Rectangle(100, 300, 200, 100), within: row.bounds, under: row.covers)
        #expect(exposure.percentage == row.percentage)
        #expect(exposure.visibleRectangle == row.visible)
        #expect(exposure.occlusionRectangles == row.occlusions)
    }

    @Test func `numbers that are not finite or too large give no exposure`() {
        let huge = Container.Rectangle(-1.7e308, -1.7e308, 1.7e308, 1.7e308)
        for frame in [huge, Container.Rectangle(0, 0, 0, 0), Container.Rectangle(.nan, 0, 10, .infinity)] {
            let exposure = Exposure(of: frame, within: [Self.screen], under: [huge, huge])
            #expect((0...100).contains(exposure.percentage))
        }
    }

    @Test func `of many covers the 64 largest count`() {
        let large = (0..<64).map { Container.Rectangle(Double($0), 0, 1, 2) }
        let small = (0..<20_000).map { Container.Rectangle(Double($0 % 200), 50, 1, 1) }
        let exposure = Exposure(of: Container.Rectangle(0, 0, 200, 100), within: [], under: small + large)
        #expect(abs(exposure.percentage - 99.36) < 0.001)
    }
}
