// An app imports `Marquee` alone.
@_exported public import MarqueeCore
@_exported public import MarqueeHub
@_exported public import MarqueeWire
