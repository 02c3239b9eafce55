public import MarqueeCore
public import MarqueeWire

extension Marquee {
    /// The URL of the service, and the public keys that verify its content.
    public typealias Configuration = MarqueeCore.Configuration
    /// Everything that the SDK uses from the system: folder, clock, random numbers and network.
    public typealias Environment = MarqueeCore.Environment
    /// The SDK's log.
    public typealias Log = MarqueeCore.Log
    /// The source of the advertiser id.
    public typealias Advertiser = MarqueeCore.Advertiser
    /// A change of state in any capability.
    public typealias Notice = MarqueeCore.Notice
    /// The value of an event's property.
    public typealias EventValue = Event.Value
}
