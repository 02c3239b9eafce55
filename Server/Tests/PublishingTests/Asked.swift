import Foundation
import Publishing
import Synchronization

/// Remembers which addresses were asked for.
final class Asked: Sendable {
    private let list = Mutex<[String]>([])

    var urls: [String] { list.withLock { $0 } }

    func fetcher(_ answer: @escaping @Sendable (URL) throws(PublishingError) -> Data) -> some SourceFetcher {
        Fetcher(asked: self, answer: answer)
    }

    private struct Fetcher: SourceFetcher {
        let asked: Asked
        let answer: @Sendable (URL) throws(PublishingError) -> Data

        func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data {
            asked.list.withLock { $0.append(url.absoluteString) }
            return try answer(url)
        }
    }
}
