import PlatformStore

/// What a unit's page says after a form did its work. Whether devices get the unit depends on more than the form.
enum UnitNotice {
    private static let texts = [
        "created": "The unit is created. It is paused until you start it.",
        "paused": "Paused. Devices that preloaded it may still show it.",
        "duplicated": "This is the copy. It is paused, and no placement shows it.",
    ]
    private static let leads = ["saved": "Saved.", "started": "Started."]

    /// - Parameters:
    ///   - done: what the form did, as the page's address has it.
    ///   - state: the unit's, now.
    ///   - isPlaced: whether a placement has the unit.
    /// - Returns: `nil` for an address without a known word.
    static func notice(
        _ done: String, _ unit: ContentUnitRecord, _ state: UnitState, isPlaced: Bool
    ) -> PageFrame.Notice? {
        guard let lead = leads[done] else { return texts[done].map { PageFrame.Notice(kind: "good", text: $0) } }
        let sentence: String? =
            switch state {
            case .lacking: "The unit is paused, and not complete yet."
            case .paused: "The unit is paused."
            case .scheduled: "The unit starts on \(LocalTime.text(unit.starts)) UTC."
            case .ended: "The unit ended on \(LocalTime.text(unit.ends)) UTC."
            case .pictureMissing: "A picture of the unit is no longer in the media library."
            case .outsideHours: "Now is none of the unit’s times of the week."
            case .running: isPlaced ? "It counts from the next request on." : nil
            }
        let sentences: [String?] = [lead, sentence, isPlaced ? nil : "It is in no placement yet."]
        return PageFrame.Notice(kind: "good", text: sentences.compactMap(\.self).joined(separator: " "))
    }
}
