import PlatformStore

/// What stands on a page for a file of the library.
extension ArticleRenderer {
    /// An image, video or sound by the name of its asset; `nil` when the hub has none, or one that pages do not show.
    ///
    /// A device downloads everything that a release names before it shows a page. So a page names one picture of a width
    /// that serves every phone, and no choice of widths, which would all be downloaded.
    func embedded(_ name: String, alt: String) -> RenderCache.Image? {
        guard let stored = sizes[name] else { return nil }
        // The words that ask for a description are none.
        let written = alt == ArticlePictures.placeholder ? "" : alt
        guard let record = media[name] else {
            return RenderCache.Image(
                names: [name], image: PageImage(location: Self.location(name), alt: written, size: stored),
                cover: PageCover(name: name, size: stored))
        }
        let alt = written.isEmpty ? record.description.spoken : written
        switch record.kind {
        case .picture: return picture(record, alt: alt, stored)
        case .video: return player(.video, record, alt: alt)
        case .sound: return player(.audio, record, alt: alt)
        case .captions: return nil
        }
    }

    private func picture(_ record: MediaRecord, alt: String, _ stored: ImageSize?) -> RenderCache.Image {
        let shown = record.variants.page ?? record.name
        return RenderCache.Image(
            names: [shown],
            image: PageImage(location: Self.location(shown), alt: alt, size: sizes[shown] ?? stored),
            cover: cover(record))
    }

    private func player(_ kind: PagePlayer.Kind, _ record: MediaRecord, alt: String) -> RenderCache.Image {
        let poster = record.companions.poster.flatMap { name in sizes[name] == nil ? nil : media[name] ?? nil }
        let still = kind == .video ? poster.map { $0.variants.page ?? $0.name } : nil
        let captions = record.companions.captions.flatMap { sizes[$0] == nil ? nil : $0 }
        let image = PageImage(
            location: Self.location(record.name), alt: alt,
            size: record.size.map { ImageSize(width: $0.width, height: $0.height) },
            player: PagePlayer(
                kind: kind, poster: still.map(Self.location), captions: captions.map(Self.location)))
        return RenderCache.Image(
            names: [record.name] + [still, captions].compactMap { $0 }, image: image, cover: poster.flatMap(cover))
    }

    private func cover(_ record: MediaRecord) -> PageCover? {
        let name = record.variants.card ?? record.name
        return sizes[name].map { PageCover(name: name, size: $0) }
    }

    private static func location(_ name: String) -> String { "../assets/\(name)" }
}
