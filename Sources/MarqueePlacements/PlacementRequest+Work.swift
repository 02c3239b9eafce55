public import Foundation
import MarqueeCore
import MarqueeWire

/// What a request does for its machine. Everything that waits runs in a task and reports its end as another input.
extension PlacementRequest {
    /// After it no further image of a preloaded unit is begun; what is missing is loaded when the unit is shown.
    private static let keepingTime = Duration.seconds(30)

    func fetch(isPreload: Bool, number: Int) async {
        let parameters = ContentParameters(
            placement: placement, isPreload: isPreload, sessionSeconds: parts.sessionSeconds(),
            hasStoreView: hasStoreView, isBadgeShown: parts.isBadgeShown(placement), buys: parts.purchases.hasHandler,
            player: parts.player())
        let answer = await parts.client.answer(.content(parameters))
        handle(.answered(answer.map { $0.flatMap { ContentUnit($0) } }), of: number)
    }

    func keepFiles(of unit: ContentUnit) async {
        let end = parts.environment.uptime() + Self.keepingTime
        var template = await parts.files.file(unit.url)
        if template != nil {
            await parts.files.keep(UnitPolicy.images(of: unit), until: end)
            // Many images may have taken its place on disk.
            template = await parts.files.file(unit.url)
        }
        guard !Task.isCancelled else { return }
        handle(.filesKept(hasTemplate: template != nil))
    }

    /// A file that a template on screen may load: the template itself, and the unit's own images.
    ///
    /// Files of a preloaded unit, and templates that the server listed, come from the disk.
    /// - Returns: `nil` for every other address, and if the file cannot be had. The surface then answers with an error, so
    ///   that nothing else is loaded from the network.
    public func file(_ url: URL, view: Int) async -> UnitFile? {
        guard let unit = unit(of: view), url == unit.url || UnitPolicy.images(of: unit).contains(url) else {
            return nil
        }
        return await parts.files.file(url)
    }

    func fetchSubcontent(_ parameters: [String: String], _ view: Int, _ callback: String?) async {
        let own = ContentParameters.values(
            hasStoreView: hasStoreView, buys: parts.purchases.hasHandler, parts.player())
        let answer = await parts.client.answer(.subcontent(own.merging(parameters) { $1 }))
        guard !Task.isCancelled else { return }
        let content = answer.flatMap { response -> Result<SubContent, PlacementError> in
            guard let response, let unit = ContentUnit(response) else {
                return .failure(PlacementError(.invalidAnswer, "there is no content to put on top of the unit"))
            }
            return .success(SubContent(unit: unit, response: response))
        }
        handle(.subcontentAnswered(content, view: view, callback: callback))
    }

    func resolve(_ launch: BridgeCommand.Launch, _ view: Int, _ callback: String?) async {
        let product = hasStoreView ? launch.product : nil
        // The address may name the install. After a refusal of consent nothing asks for it, and the unit ends.
        let url = parts.client.isAllowed() ? await parts.links.lastAddress(of: launch.url) : nil
        guard !Task.isCancelled else { return }
        if url == nil { parts.log(.error, .debug, "a link of the placement \(placement) leads nowhere") }
        handle(.linkResolved(url.map { PlacementLink(url: $0, product: product) }, view: view, callback: callback))
    }

    func wait(for timer: PlacementTimer, _ delay: Duration) async {
        guard (try? await parts.environment.sleep(delay)) != nil else { return }
        handle(.timerFired(timer))
    }

    /// Asks the app to buy. Without a handler the unit gets an error at once, so that it does not wait for ever.
    func buy(_ purchase: UnitPurchase) async {
        let resolution = await parts.purchases.resolve(PlacementPurchase(purchase), cookie: purchase.cookie)
        guard !Task.isCancelled else { return }
        handle(.purchaseResolved(receipt: purchase.receipt, resolution))
    }
}

extension PlacementClient {
    func answer(_ kind: RequestKind) async -> Result<JSONValue?, PlacementError> {
        do throws(PlacementError) {
            return .success(try await send(kind))
        } catch {
            return .failure(error)
        }
    }
}
