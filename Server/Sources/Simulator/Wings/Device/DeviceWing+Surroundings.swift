extension DeviceWing {
    /// Sets the network of every app on the phone.
    struct Network: LabCommand {
        static let name = "network"
        let network: Choice<SimulatedNetwork.Mode>

        func run(_ call: CommandCall) {
            call.device.setNetwork(network.value)
        }
    }

    /// Moves the phone's clock forward.
    struct Clock: LabCommand {
        static let name = "clock"
        private static let mostSeconds = 400.0 * 86_400
        let seconds: Double

        func run(_ call: CommandCall) throws {
            guard (0...Self.mostSeconds).contains(seconds) else {
                throw LabError(.badCommand, "the clock moves forward by 0 to \(Int(Self.mostSeconds)) seconds")
            }
            call.device.clock.forward(by: .seconds(seconds))
        }
    }

    /// Moves the phone; without a place, the phone no longer knows where it is.
    struct Locate: LabCommand {
        static let name = "locate"
        let place: Place?

        func run(_ call: CommandCall) throws {
            guard place == nil || place?.location != nil else {
                throw LabError(
                    .badCommand,
                    "a place lies -90 to 90 degrees north and -180 to 180 degrees east, and is known to 0 to "
                        + "\(Int(Place.maximumAccuracy)) metres")
            }
            call.device.place = place
        }
    }

    /// Sets whether apps get the phone's advertising id.
    struct AdTracking: LabCommand {
        static let name = "adTracking"
        let adTracking: Choice<DeviceAdvertiser.Tracking>

        func run(_ call: CommandCall) {
            call.device.advertiser.tracking = adTracking.value
        }
    }
}
