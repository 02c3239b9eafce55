public import MarqueeWire
public import PlatformStore

/// The pictures by which lists show articles: the first picture of each text, as on an article's card.
public struct ArticleCovers: Sendable {
    /// How many pictures of a text are looked up.
    private static let mostPictures = 3

    private let platform: Platform

    /// Reads the articles and files of a platform.
    public init(platform: Platform) { self.platform = platform }

    /// The first picture of each article's beginning; of a video, its poster. Articles without one are left out.
    /// - Parameters:
    ///   - articles: the articles of one page of a list. The beginning of each text is read.
    ///   - app: the app they belong to.
    /// - Throws: `store`.
    public func covers(of articles: [ContentURI], app: String) async throws(PublishingError) -> [ContentURI: MediaFile]
    {
        do throws(StoreError) {
            let beginnings = try await platform.content.beginnings(of: articles, app: app)
            let named = beginnings.map { ($0.uri, Self.pictures(in: $0)) }.filter { !$0.1.isEmpty }
            var files = try await files(Set(named.flatMap(\.1)), app: app)
            let posters = files.values.compactMap(Self.poster).filter { files[$0] == nil }
            files.merge(try await self.files(Set(posters), app: app)) { first, _ in first }
            return Dictionary(
                named.compactMap { uri, names in
                    names.lazy.compactMap { Self.picture($0, files) }.first.map { (uri, $0) }
                }
            ) { first, _ in first }
        } catch {
            throw PublishingError(error)
        }
    }

    private func files(_ uris: Set<ContentURI>, app: String) async throws(StoreError) -> [ContentURI: MediaFile] {
        guard !uris.isEmpty else { return [:] }
        let found = try await platform.media.files(uris.sorted { "\($0)" < "\($1)" }, app: app)
        return Dictionary(found.map { ($0.asset.uri, $0) }) { first, _ in first }
    }

    private static func pictures(in beginning: ArticleBeginning) -> [ContentURI] {
        // Most texts without a picture are not parsed.
        guard beginning.text.contains("![") || beginning.text.lowercased().contains("<img") else { return [] }
        return ArticlePictures.images(beginning.text, beginning.format).prefix(mostPictures).compactMap { image in
            let name = ArticlePictures.name(in: image.source)
            return Scope.isValid(name) ? ContentURI(hub: beginning.uri.hub, .asset(name)) : nil
        }
    }

    private static func poster(of file: MediaFile) -> ContentURI? {
        guard file.media?.kind == .video, let name = file.media?.companions.poster else { return nil }
        return ContentURI(hub: file.asset.hub, .asset(name))
    }

    private static func picture(_ uri: ContentURI, _ files: [ContentURI: MediaFile]) -> MediaFile? {
        guard let file = files[uri] else { return nil }
        if let poster = poster(of: file) { return files[poster] }
        return file.asset.mediaType.hasPrefix("image/") ? file : nil
    }
}
