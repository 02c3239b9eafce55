import MRAID
import Testing

/// The example of the README and the documentation, word for word.
@Suite struct QuickStart {
    @Test func `the example of the documentation works`() throws {
        var performed: [HostAction] = []
        func perform(_ actions: [HostAction]) { performed += actions }
        let uptime = Duration.zero

        let place = Container.Rectangle(x: 35, y: 794, width: 320, height: 50)
        let layout = Container.Layout(screenSize: Container.Size(width: 390, height: 844), defaultPosition: place)
        var container = Container(Container.Configuration(placement: .inline, layout: layout))
        let bootstrap = try Bootstrap(container, page: .first, transport: .webKit(handler: "mraid"))
        let html = try Sandbox().page(for: "<b onclick='mraid.expand()'>More</b>", bootstrap: bootstrap)
        perform(container.started(at: uptime))
        // Load the page. From now on, pass on its messages and the events around it:
        perform(container.received(#"{"command":"loaded","arguments":[],"id":1}"#, from: .first, at: uptime))
        perform(container.received(.tapped(.first), at: uptime))
        perform(container.received(#"{"command":"expand","arguments":[],"id":2}"#, from: .first, at: uptime))
        perform(container.received(.settled, at: uptime))  // the ad covers the screen now

        #expect(html.hasSuffix("<b onclick='mraid.expand()'>More</b></body></html>"))
        #expect(container.state == .expanded)
        #expect(performed.contains(.expand(HostAction.Expansion(frame: Container.Rectangle(layout.maxSize)))))
    }
}
