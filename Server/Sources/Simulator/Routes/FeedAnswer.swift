import Hummingbird
import Web

/// A phone's feed as server-sent events: `entry` with a ``FeedEntry``, then `state` with the resulting ``DeviceState``.
///
/// Changes that come while one is being sent are sent as one.
enum FeedAnswer {
    static func make(_ device: Device, of lab: DeviceLab) -> Response {
        let reader = FeedReader(device, of: lab)
        return EventStream.answer(device.feed.watch(), mostWaiting: 1) { _ in
            device.touch()
            return try await reader.news()
        }
    }
}

/// The position of one page in a phone's feed.
/// A position is not a count of signals, so merged signals lose no entry and repeat none.
private actor FeedReader {
    private let device: Device
    private let lab: DeviceLab
    private var place = DeviceFeed.Place()

    init(_ device: Device, of lab: DeviceLab) {
        self.device = device
        self.lab = lab
    }

    /// Everything since the last time, and the state that follows from it.
    func news() throws -> [EventStream.Message] {
        let entries = try device.feed.entries(after: &place).map { try EventStream.Message("entry", $0) }
        return entries + [try EventStream.Message("state", lab.state(of: device))]
    }
}
