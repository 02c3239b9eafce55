/// What belongs to a phone and not to its app's process: a kill leaves it, and the next process finds it as it was.
struct Surroundings: Sendable {
    var clock = DeviceClock()
    var advertiser = DeviceAdvertiser()
    var network = SimulatedNetwork.Mode.online
    /// Where the phone is; nil where it does not know.
    var place: Place?
}
