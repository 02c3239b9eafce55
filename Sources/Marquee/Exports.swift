// The names that an app meets with `import Marquee`, and no others: SwiftUI and Foundation have an `Environment` and a
// `ColorScheme` too. What an app rarely names has an alias in `Marquee`; an adapter or a test imports the target itself.
@_exported public import protocol MarqueeCore.AdvertiserSource
@_exported public import class MarqueeCore.Consent
@_exported public import protocol MarqueeCore.LogReceiver
@_exported public import struct MarqueeCore.MarqueeError
@_exported public import class MarqueeCore.UserStore
@_exported public import class MarqueeHub.Hub
@_exported public import struct MarqueeHub.HubControls
@_exported public import struct MarqueeHub.HubError
@_exported public import enum MarqueeHub.HubNotice
@_exported public import struct MarqueeHub.HubPage
@_exported public import class MarqueeHub.HubPresentation
@_exported public import enum MarqueeHub.HubStatus
@_exported public import protocol MarqueeHub.HubSurface
@_exported public import enum MarqueeHub.HubTarget
@_exported public import struct MarqueeWire.ContentURI
