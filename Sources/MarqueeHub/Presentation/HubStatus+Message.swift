import MarqueeCore

extension HubStatus {
    /// What a person is told; the cause is in the log.
    static func message(for code: HubError.Code) -> String {
        switch code {
        case .noNetwork: "Content could not be loaded. Check your connection and try again."
        case .missingContent: "This content is no longer available."
        case .disabled: "Content is not available at the moment."
        default: "Content cannot be shown right now. Please try again later."
        }
    }
}
