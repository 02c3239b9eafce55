/// The events that the server makes of what devices do with placements. All have `test` (`true`) if the device is a test
/// device by another id than its install.
public enum PlacementEventName: String, Sendable, CaseIterable {
    /// The app was opened: `sessions` and `seconds`, both since the open before.
    case opened = "placement_opened"
    /// A unit was asked for: `placement`, and `unit` and `kind` if there was one.
    case answered = "placement_answered"
    /// A badge was asked for: `placement`, and `badge` (`true`) if it has a value.
    case badgeAnswered = "placement_badge_answered"
    /// A unit was on the screen: `placement`, `unit`, `kind`, and `badge` (`true`) if a badge was on the screen before.
    case shown = "placement_shown"
    /// A link of a unit was followed: `placement`, `unit`, `kind`, `ordinal`.
    case clicked = "placement_clicked"
    /// A unit was dismissed: `placement`, `unit`, `kind`, `reason` (`close` for the close button, `dismiss` for the unit's
    /// own).
    case dismissed = "placement_dismissed"
    /// A reward was unlocked: `placement`, `unit`, `kind`, `reward`, `quantity`, as they were when the unit was answered.
    case rewardUnlocked = "placement_reward_unlocked"
    /// The button that buys was pressed: `placement`, `unit`, `kind`, `product`. Once for each time the unit was answered.
    case purchaseTried = "placement_purchase_tried"
    /// A purchase was reported: `product`, `quantity`, `resolution`, `unit` if one started it, and `placement` if it
    /// was shown there.
    case purchaseReported = "placement_purchase_reported"
    /// A form was answered: `placement`, `unit`, `kind`.
    case formAnswered = "placement_form_answered"

    static let all = Set(allCases.map(\.rawValue))
}
