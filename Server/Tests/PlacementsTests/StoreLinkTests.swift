import Testing

@testable import Placements

/// PLC-106.
@Suite struct StoreLinkTests {
    @Test(arguments: [
        "https://apps.apple.com/us/app/pages/id361309726",
        "https://apps.apple.com/app/id361309726?mt=8&at=11l",
        "http://itunes.apple.com/de/app/pages/id361309726?mt=8",
    ])
    func `a link to the store names its product`(_ link: String) {
        #expect(StoreLink.product(of: link) == "361309726")
    }

    @Test(arguments: [
        "https://example.org/app/id361309726", "https://apps.apple.com.example.org/id361309726",
        "https://apps.apple.com/us/developer/idle", "https://apps.apple.com/id", "https://apps.apple.com/id12x", "",
    ])
    func `other links name none`(_ link: String) {
        #expect(StoreLink.product(of: link) == nil)
    }
}
