import PlatformStore
import Publishing

/// What an article's editor offers about pictures.
struct ArticleMedia: Sendable {
    let hub: String
    let accept: String
    let limits: String

    init(hub: String) {
        self.hub = hub
        accept = MediaRoom.accept
        limits = MediaRoom.limits
    }
}
