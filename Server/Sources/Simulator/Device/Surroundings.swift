/// The part of a phone that does not belong to its app's process: it survives a kill, and the next process gets it
/// unchanged.
struct Surroundings: Sendable {
    var clock = DeviceClock()
    var advertiser = DeviceAdvertiser()
    var network = SimulatedNetwork.Mode.online
    /// The phone's location; nil when the phone does not know it.
    var place: Place?
}
