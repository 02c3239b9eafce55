public import MarqueeCore
public import MarqueeWire

extension Marquee {
    /// Where the service is, and what proves its content.
    public typealias Configuration = MarqueeCore.Configuration
    /// What stands between the SDK and the system.
    public typealias Environment = MarqueeCore.Environment
    /// Where the SDK says what it does.
    public typealias Log = MarqueeCore.Log
    /// Where the advertiser id comes from.
    public typealias Advertiser = MarqueeCore.Advertiser
    /// A change of state, of any capability.
    public typealias Notice = MarqueeCore.Notice
    /// A value of an event's property.
    public typealias EventValue = Event.Value
}
