/// The parts of a default status view.
public struct StatusDrawing: Sendable, Hashable {
    /// The text of the view.
    public let message: String
    /// The progress of a download, from 0 to 1; `nil` if the view has no progress bar.
    public let fraction: Double?
    /// Whether the view has a spinner.
    public let isBusy: Bool
    /// Whether the view has a close button.
    ///
    /// An embedded hub has no controls, so the app closes it.
    public let offersClose: Bool

    /// The parts of the view for a status.
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
    /// The message of the status.
    public var message: String {
        switch self {
        case .checking(let message), .downloading(let message, _), .failed(let message): message
        }
    }

    /// Whether both statuses are in the same stage. A new stage gets a new view; within a stage, the view only changes.
    public func isSameStage(as other: HubStatus?) -> Bool {
        switch (self, other) {
        case (.checking, .checking), (.downloading, .downloading), (.failed, .failed): true
        default: false
        }
    }
}
