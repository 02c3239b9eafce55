import Testing

@testable import PlatformStore

/// What a purchase says of the unit that offered it.
@Suite struct OfferCookieTests {
    @Test func `the text of an offer is read as it was written`() {
        let offer = OfferCookie(unit: "sword.2", placement: "Level_1-end")
        #expect(offer.text == "sword.2/Level_1-end" && OfferCookie(text: offer.text) == offer)
        // PLC-070
        let call = OfferCookie(unit: "sword", placement: "shop", receipt: "9007199254740991")
        #expect(call.text == "sword/shop/9007199254740991" && OfferCookie(text: call.text) == call)
    }

    @Test(arguments: [
        "sword", "12", "sword/", "/start", "a/b/c", "a/b/", "a/b/1/2", "a/b/٣", "a/b/-1", "a/b/12345678901234567",
        "sword/läden", "sword/start\r", "/", "Sword/start",
        String(repeating: "x", count: 65) + "/start",
    ])
    func `any other text names a unit alone, as a whole`(text: String) throws {
        let offer = try #require(OfferCookie(text: text))
        #expect(offer.unit == text && offer.placement == nil && offer.text == text)
    }

    @Test func `an empty text names none`() {
        #expect(OfferCookie(text: "") == nil)
    }
}
