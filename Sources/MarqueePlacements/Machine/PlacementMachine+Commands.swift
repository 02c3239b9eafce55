import Foundation
import MarqueeWire

extension PlacementMachine {
    /// Carries out a command of a template. Commands of a template that is not on screen are ignored.
    mutating func commandReceived(_ command: BridgeCommand, from id: Int) -> [PlacementAction] {
        guard let index = views.firstIndex(where: { $0.id == id }) else { return [] }
        let unit = views[index].unit
        switch command {
        case .loadContext(let callback):
            let answer = BridgeAnswer(callback, response: .record(unit.context), isContext: true)
            return [.answer(answer, view: id)]
        case .dismiss(let ping):
            let pinged = ping.map { [PlacementAction.ping($0)] } ?? []
            return pinged + (index == 0 ? end(.dismissed(.contentUnit)) : remove(from: index))
        case .launch(let launch, let callback): return [.resolveLink(launch, view: id, callback: callback)]
        case .subcontent(let parameters, let callback):
            guard views.count < Self.maximumViews, index == views.count - 1 else {
                return [.answer(.failure(callback), view: id)]
            }
            return [.fetchSubcontent(parameters, view: id, callback: callback)]
        case .reward(let rewards, let callback):
            return (rewards.isEmpty ? [] : [.unlock(rewards)]) + [.answer(BridgeAnswer(callback), view: id)]
        case .purchase(let items, let callback): return startPurchases(items, from: id, callback)
        case .closeButton(let isHidden, let callback): return decideCloseButton(isHidden, from: id, callback)
        case .track(let url): return [.ping(url)]
        }
    }

    mutating func subcontentAnswered(
        _ answer: Result<SubContent, PlacementError>, from id: Int, _ callback: String?
    ) -> [PlacementAction] {
        guard views.contains(where: { $0.id == id }) else { return [] }
        guard case .success(let content) = answer, views.last?.id == id, views.count < Self.maximumViews,
            content.unit.frame.isUsable
        else {
            return [.answer(.failure(callback), view: id)]
        }
        return [.answer(BridgeAnswer(callback, response: content.response), view: id)] + push(content.unit)
    }

    /// A link that leaves the app closes the unit first, also if the link leads nowhere.
    mutating func linkResolved(
        _ link: PlacementLink?, from id: Int, _ callback: String?
    ) -> [PlacementAction] {
        guard views.contains(where: { $0.id == id }) else { return [] }
        let response = link.map { BridgeAnswer(callback, response: ["url": .text($0.url.absoluteString)]) }
        return [.answer(response ?? .failure(callback), view: id)]
            + end(.dismissed(.contentUnit))
            .beforeTheEnd(link.map { [.open($0)] } ?? [])
    }

    mutating func purchaseResolved(_ receipt: String, _ resolution: PurchaseResolution) -> [PlacementAction] {
        guard let purchase = purchases.removeValue(forKey: receipt) else { return [] }
        let response = BridgeAnswer(purchase.callback, response: ["resolution": .text(resolution.rawValue)])
        return [
            .stopTimer(.purchase(receipt: receipt)), .stopPurchase(receipt: receipt),
            .answer(response, view: purchase.view),
        ]
    }

    private mutating func startPurchases(
        _ items: [UnitPurchase], from id: Int, _ callback: String?
    ) -> [PlacementAction] {
        var new: [UnitPurchase] = []
        for item in items where purchases[item.receipt] == nil {
            purchases[item.receipt] = PendingPurchase(view: id, callback: callback)
            new.append(item)
        }
        guard !new.isEmpty else {
            let response = BridgeAnswer(callback, response: ["resolution": .text(PurchaseResolution.error.rawValue)])
            return [.answer(response, view: id)]
        }
        return new.flatMap {
            [.startTimer(.purchase(receipt: $0.receipt), Self.purchaseTimeout), .startPurchase($0)]
        }
    }

    private mutating func decideCloseButton(
        _ isHidden: Bool?, from id: Int, _ callback: String?
    ) -> [PlacementAction] {
        var actions: [PlacementAction] = []
        // Without `hidden` the template only asks, and the button still comes by itself (PLC-042).
        if let isHidden, let index = views.firstIndex(where: { $0.id == id }) {
            views[index].hidesCloseButton = isHidden
            actions = [.stopTimer(.loading), .stopTimer(.closeDelay)] + setCloseButton(!isHidden)
        }
        return actions + [.answer(BridgeAnswer(callback, response: ["hidden": .truth(!hasCloseButton)]), view: id)]
    }

    /// Whether a template wants the close button hidden: the uppermost that has said so. `nil` leaves it to the timers.
    var closeButtonDecision: Bool? { views.last { $0.hidesCloseButton != nil }?.hidesCloseButton }

    mutating func setCloseButton(_ isVisible: Bool) -> [PlacementAction] {
        guard hasCloseButton != isVisible else { return [] }
        hasCloseButton = isVisible
        return [.showCloseButton(isVisible)]
    }

    /// After a template that had decided has gone: what those below it want, otherwise the button after the unit's delay.
    mutating func restoreCloseButton() -> [PlacementAction] {
        if let isHidden = closeButtonDecision { return setCloseButton(!isHidden) }
        guard !hasCloseButton, let first = views.first, first.isLoaded else { return [] }
        return [.startTimer(.closeDelay, first.unit.closeDelay)]
    }
}

extension [PlacementAction] {
    /// Puts actions before the last one, which tells the app that the request ended.
    fileprivate func beforeTheEnd(_ more: [PlacementAction]) -> [PlacementAction] {
        dropLast() + more + suffix(1)
    }
}
