/// What a default status view consists of.
public struct StatusDrawing: Sendable, Hashable {
    /// What a person reads.
    public let message: String
    /// How far a download is, 0 to 1; `nil` without a bar.
    public let fraction: Double?
    /// A spinner turns.
    public let isBusy: Bool
    /// A button closes the hub.
    ///
    /// An embedded hub has no control of its own: there the app closes it.
    public let offersClose: Bool

    /// What to draw for a status.
    public init(_ status: HubStatus, mode: Hub.PresentationMode) {
        switch status {
        case .checking(let message):
            self.init(message: message, isBusy: true)
        case .downloading(let message, let fraction):
            self.init(message: message, fraction: fraction.isFinite ? min(max(0, fraction), 1) : 0)
        case .failed(let message):
            self.init(message: message, offersClose: mode == .modal)
        }
    }

    private init(message: String, fraction: Double? = nil, isBusy: Bool = false, offersClose: Bool = false) {
        self.message = message
        self.fraction = fraction
        self.isBusy = isBusy
        self.offersClose = offersClose
    }
}

extension HubStatus {
    /// The words of the status.
    public var message: String {
        switch self {
        case .checking(let message), .downloading(let message, _), .failed(let message): message
        }
    }

    /// A view for this status stands in for a view of another stage; within one stage it only changes.
    public func isSameStage(as other: HubStatus?) -> Bool {
        switch (self, other) {
        case (.checking, .checking), (.downloading, .downloading), (.failed, .failed): true
        default: false
        }
    }
}
