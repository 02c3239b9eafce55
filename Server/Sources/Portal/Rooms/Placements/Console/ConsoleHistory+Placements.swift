import PlatformStore

/// The checks of content requests and purchases. Requests that the server refused say nothing here.
extension ConsoleHistory {
    func placement(_ request: PlacementRequestRecord) -> ConsoleFinding? {
        let tag = request.parameters["placement_id"] ?? ""
        switch request.outcome {
        case .ok: return ConsoleFinding(.placement, true, "The placement “\(tag)” is known, and has content.", request)
        case .noContent:
            return ConsoleFinding(
                .placement, true, "The placement “\(tag)” is known. It has no content for this request.", request)
        case .unknownPlacement:
            return ConsoleFinding(
                .placement, false,
                "Unknown placement “\(tag)”. Create it in the portal, or correct the tag in the game: capitals count.",
                request)
        case .badRequest where tag.isEmpty:
            return ConsoleFinding(
                .placement, false, "The content request names no placement (placement_id). Set the tag in the game.",
                request)
        default: return nil
        }
    }

    /// A game that shows what it preloaded sends no content request: the reports of the unit show it.
    func preload(_ request: PlacementRequestRecord, at place: Int) -> ConsoleFinding? {
        guard request.parameters["preload"] == "1", [.ok, .noContent].contains(request.outcome) else { return nil }
        let tag = request.parameters["placement_id"] ?? ""
        if request.outcome == .noContent {
            return ConsoleFinding(.preload, true, "“\(tag)” was preloaded, and had no content to show.", request)
        }
        var isOpenedAgain = false
        for later in requests[(place + 1)...] {
            switch later.route {
            case .impression, .click, .dismiss, .form, .unlock, .attempt:
                guard later.outcome.isSigned, later.parameters["placement_tag"] == tag else { continue }
                return ConsoleFinding(.preload, true, "“\(tag)” was preloaded, and then shown.", request)
            case .open where later.outcome.isSigned && !request.isOptedOut:
                // A game that comes back to the screen still has it.
                isOpenedAgain = true
            case .content
            where later.parameters["placement_id"] == tag && later.outcome.isSigned && !request.isOptedOut:
                return unused(tag, request, "before it was requested again")
            default: continue
            }
        }
        if isOpenedAgain { return unused(tag, request, "before the game was opened again") }
        let remark =
            request.isOptedOut
            ? "The user opted out, so reports do not name the device." : "It was not shown yet: show it now."
        return ConsoleFinding(.preload, true, "“\(tag)” was preloaded. \(remark)", request)
    }

    private func unused(_ tag: String, _ request: PlacementRequestRecord, _ when: String) -> ConsoleFinding {
        ConsoleFinding(
            .preload, false,
            "“\(tag)” was preloaded, and not shown \(when). After the preload, send the content request for the same placement.",
            request)
    }

    /// The SDK sends a price with purchases that were made and with those that were cancelled.
    func price(_ request: PlacementRequestRecord) -> ConsoleFinding? {
        let resolution = request.parameters["resolution"]?.lowercased() ?? ""
        guard [.ok, .badRequest].contains(request.outcome), ["buy", "cancel", "failure"].contains(resolution) else {
            return nil
        }
        func failed(_ sentence: String) -> ConsoleFinding { ConsoleFinding(.price, false, sentence, request) }
        let product = request.parameters["product"] ?? ""
        guard resolution != "failure" else {
            return failed(
                "The SDK found no price of “\(product)” in the store. Check that the store sells the product under this id."
            )
        }
        guard let text = request.parameters["price"], !text.isEmpty else {
            return failed(
                "The purchase of “\(product)” has no price. Let the SDK look the product up in the store first.")
        }
        guard let price = TrackedPurchase.Price.thousandths(of: text), price > 0 else {
            return failed("The purchase of “\(product)” has the price “\(text)”. Send the store’s price, such as 0.99.")
        }
        guard request.has("price_locale") else {
            return failed(
                "The purchase of “\(product)” has the price \(text) without a currency. Send the code of the currency in price_locale, such as USD."
            )
        }
        let currency = request.parameters["price_locale"] ?? ""
        guard TrackedPurchase.Price.isCurrency(currency) else {
            return failed(
                "The purchase of “\(product)” has the currency “\(currency)”. Send three capital letters in price_locale, such as USD."
            )
        }
        return ConsoleFinding(
            .price, true, "The purchase of “\(product)” has a price: \(text) \(currency).",
            request)
    }

    func offer(_ request: PlacementRequestRecord) -> ConsoleFinding? {
        guard request.outcome == .ok, let offer = request.parameters["cookie"].flatMap(OfferCookie.init(text:)) else {
            return nil
        }
        return ConsoleFinding(
            .offeredPurchase, true, "A purchase names the unit “\(offer.unit)” that offered it.", request)
    }
}
