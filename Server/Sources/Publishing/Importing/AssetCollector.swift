import Foundation
import MarqueeWire
import PlatformStore

/// Turns the images that articles refer to into assets of the hub, one asset for each image.
actor AssetCollector {
    /// The most images fetched from the network in one import.
    static let maximumFetches = 500
    /// How long one import fetches images. The next import fetches the rest, so that other sources do not wait for
    /// hosts that do not answer.
    static let maximumFetchTime = Duration.seconds(300)

    private let app: String
    private let hub: String
    private let objects: any ObjectStore
    private let fetcher: any SourceFetcher
    /// The folders in which local paths are looked up; no file outside the first folder is read.
    private let folders: [URL]
    /// The feed's own address: images of its host, and any over TLS, are fetched.
    private let base: URL?
    private var known: [String: AssetRecord]
    private var byLocation: [String: AssetRecord?] = [:]
    private var fetches = 0
    /// Hosts that could not be reached; each is asked once, because an attempt can take long.
    private var silent: Set<String> = []
    private var timeLeft: Duration
    private(set) var collected: [String: AssetRecord] = [:]

    init(
        request: (app: String, hub: String), platform: Platform, fetcher: any SourceFetcher, folders: [URL], base: URL?,
        existing: [AssetRecord], fetchTime: Duration = maximumFetchTime
    ) {
        app = request.app
        hub = request.hub
        objects = platform.objects
        self.fetcher = fetcher
        self.folders = folders
        self.base = base
        timeLeft = fetchTime
        known = Dictionary(existing.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The asset for a location as the article in `file` writes it, relative to that file; `nil` when the image does
    /// not exist.
    /// - Throws: when the image cannot be stored.
    func asset(_ location: String, file: String) async throws(StoreError) -> AssetRecord? {
        let plain = String(location.prefix { $0 != "?" && $0 != "#" })
        if let remote = remoteURL(location) { return try await fetched(remote) }
        guard let data = local(plain, file: file) else { return nil }
        return try await store(
            data, stem: Slug.of(LinkName.stem(plain), limit: 32, fallback: "image"), hash: ObjectHash(of: data))
    }

    private func remoteURL(_ location: String) -> URL? {
        guard let url = URL(string: location, relativeTo: base)?.absoluteURL, let host = url.host,
            url.scheme == "https" || (url.scheme == "http" && host == base?.host)
        else { return nil }
        return url
    }

    private func fetched(_ url: URL) async throws(StoreError) -> AssetRecord? {
        let hash = ObjectHash(of: Data(url.absoluteString.utf8))
        let stem = "image-\(hash.hex.prefix(16))."
        if let found = known.values.first(where: { $0.name.hasPrefix(stem) }) {
            collected[found.name] = found
            return found
        }
        if let tried = byLocation[url.absoluteString] { return tried }
        guard !silent.contains(Self.host(url)), Self.maximumFetches > fetches, timeLeft > .zero,
            let data = await download(url)
        else {
            byLocation[url.absoluteString] = .some(nil)
            return nil
        }
        let record = try await store(data, stem: "image", hash: hash)
        byLocation[url.absoluteString] = record
        return record
    }

    private func download(_ url: URL) async -> Data? {
        let start = ContinuousClock.now
        defer { timeLeft -= start.duration(to: .now) }
        fetches += 1
        do { return try await fetcher.fetch(url, maximum: ImageFormat.maximumSize) } catch {
            if error.code == .unreachable, !error.isAnswer { silent.insert(Self.host(url)) }
            return nil
        }
    }

    private static func host(_ url: URL) -> String {
        "\(url.scheme ?? "")://\(url.host()?.lowercased() ?? ""):\(url.port ?? 0)"
    }

    private func store(_ data: Data, stem: String, hash: ObjectHash) async throws(StoreError) -> AssetRecord? {
        guard let format = ImageFormat(data) else { return nil }
        let name = "\(stem)-\(hash.hex.prefix(16)).\(format.fileExtension)"
        if let found = collected[name] { return found }
        let object = try await objects.put(data)
        let record = AssetRecord(app: app, hub: hub, name: name, mediaType: format.mediaType, object: object)
        collected[name] = record
        known[name] = record
        return record
    }

    private func local(_ location: String, file: String) -> Data? {
        guard let root = folders.last, !location.contains("://"), let path = location.removingPercentEncoding else {
            return nil
        }
        var candidates: [URL] = []
        if path.hasPrefix("/") {
            for folder in folders {
                candidates += [folder.appending(path: path), folder.appending(path: "static" + path)]
            }
        } else if let source = folders.first {
            candidates = [source.appending(path: file).deletingLastPathComponent().appending(path: path)]
            for folder in folders {
                candidates += [folder.appending(path: path), folder.appending(path: "static/" + path)]
            }
        }
        for candidate in candidates {
            guard access(candidate.path, R_OK) == 0 else { continue }
            if let data = try? SourceFile.read(candidate, within: root, maximum: ImageFormat.maximumSize) {
                return data
            }
        }
        return nil
    }
}
