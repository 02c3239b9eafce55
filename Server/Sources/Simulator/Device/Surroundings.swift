/// The part of a phone that all its apps share and that survives the kill of any of them.
struct Surroundings: Sendable {
    let clock = DeviceClock()
    let advertiser = DeviceAdvertiser()
    let network = NetworkSwitch()
}
