import MarqueeWire

/// Decides the requests of a merge: the steps that are not done, in order. Begins where an earlier attempt stopped.
struct MergeMachine: RecipientMachine {
    private let settings: RecipientSettings
    private var merge: RecipientMerge
    /// Whether the work was found on disk. Then the list may have changed since it was decided.
    private let isResumed: Bool
    private var current: RecipientMerge.Step?

    init(_ merge: RecipientMerge, _ settings: RecipientSettings, isResumed: Bool) {
        self.merge = merge
        self.settings = settings
        self.isResumed = isResumed
    }

    var work: RecipientWork? { .merge(merge) }

    mutating func begin() -> RecipientAction { next() }

    mutating func receive(_ result: XMLAPIResult) -> RecipientAction {
        guard let refusal = result.refusal else {
            if let current { merge.done.insert(current) }
            return next()
        }
        guard let fault = refusal.fault?.id else { return .fail(refusal) }
        if fault.isOfKnownRecipient, current == .moveMobileUserID, !merge.done.contains(.giveUpOld) {
            merge.givesUpFirst = true
            return next()
        }
        return isResumed && fault.isOfMissingRecipient ? .startAgain : .fail(refusal)
    }

    private mutating func next() -> RecipientAction {
        var steps: [RecipientMerge.Step] = [.moveMobileUserID, .giveUpOld]
        if merge.givesUpFirst { steps.reverse() }
        for step in steps + [.writeAudit] where !merge.done.contains(step) {
            guard let request = request(step) else { continue }
            current = step
            return .send(request)
        }
        return .finish(.init(recipient: merge.new, merged: merge.old.recipientID))
    }

    /// - Returns: `nil` if the merge does not have the step.
    private func request(_ step: RecipientMerge.Step) -> XMLAPIRequest? {
        switch step {
        case .moveMobileUserID:
            guard merge.movesMobileUserID else { return nil }
            return .updateRecipient(
                merge.new.recipientID, list: merge.listID,
                columns: [settings.mobileUserIDColumn: merge.new.mobileUserID])
        case .giveUpOld:
            var columns = NamedTexts()
            if merge.movesMobileUserID { columns[settings.mobileUserIDColumn] = "" }
            if settings.recordsMergeInList {
                columns[settings.mergedDateColumn] = merge.time.mergeText
                columns[settings.mergedRecipientColumn] = merge.new.recipientID
            }
            guard !columns.isEmpty else { return nil }
            return .updateRecipient(merge.old.recipientID, list: merge.listID, columns: columns)
        case .writeAudit:
            let audit = settings.audit
            guard audit.isEnabled else { return nil }
            return .insertRow(
                [
                    audit.keyColumn: merge.auditKey, audit.oldRecipientColumn: merge.old.recipientID,
                    audit.newRecipientColumn: merge.new.recipientID, audit.dateColumn: merge.time.mergeText,
                ], table: audit.tableID)
        }
    }
}

extension Timestamp {
    /// The form of dates in the merge history, for example `01/28/2015 01:36:50 GMT`.
    var mergeText: String {
        let text = Array(universalText)
        func part(_ range: ClosedRange<Int>) -> String { String(text[range]) }
        return "\(part(5...6))/\(part(8...9))/\(part(0...3)) \(part(11...18)) GMT"
    }
}
