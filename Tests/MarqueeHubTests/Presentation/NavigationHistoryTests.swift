import MarqueeWire
import Testing

@testable import MarqueeHub

// HUB-105…108
@Suite struct NavigationHistoryTests {
    private func uri(_ name: String) -> ContentURI { ContentURI(hub: "brand", .article(name)) }

    @Test func `an empty history has no page to go to`() {
        var history = NavigationHistory()
        #expect(history.wentBack() == nil)
        #expect(history.wentForward() == nil)
        #expect(history.current == nil)
    }

    @Test func `back and forward restore the scroll position`() {
        var history = NavigationHistory()
        history.navigated(to: uri("a"))
        #expect(!history.canGoBack)
        history.scrolled(to: 120)
        history.navigated(to: uri("b"))
        history.scrolled(to: 40)
        #expect(history.wentBack() == .init(uri: uri("a"), scrollPosition: 120))
        #expect(!history.canGoBack)
        #expect(history.canGoForward)
        #expect(history.wentForward() == .init(uri: uri("b"), scrollPosition: 40))
        #expect(!history.canGoForward)
    }

    @Test func `a new page removes the pages ahead`() {
        var history = NavigationHistory()
        for name in ["a", "b", "c"] { history.navigated(to: uri(name)) }
        _ = history.wentBack()
        _ = history.wentBack()
        history.navigated(to: uri("d"))
        #expect(!history.canGoForward)
        #expect(history.entries.map(\.uri) == [uri("a"), uri("d")])
    }

    @Test func `a long history removes its oldest pages`() {
        var history = NavigationHistory()
        for index in 0..<(NavigationHistory.maximumEntries + 5) { history.navigated(to: uri("p\(index)")) }
        #expect(history.entries.count == NavigationHistory.maximumEntries)
        #expect(history.current?.uri == uri("p\(NavigationHistory.maximumEntries + 4)"))
    }

    @Test(arguments: [Double.nan, .infinity, -5]) func `an invalid scroll position becomes 0`(_ position: Double) {
        var history = NavigationHistory()
        history.navigated(to: uri("a"))
        history.scrolled(to: position)
        #expect(history.current?.scrollPosition == 0)
    }
}
