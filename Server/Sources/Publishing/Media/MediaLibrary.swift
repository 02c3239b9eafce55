public import Foundation
public import MarqueeWire
public import PlatformStore

/// Checks pictures, videos and sounds, makes their variants and keeps them among a hub's assets.
public struct MediaLibrary: Sendable {
    private let platform: Platform
    private let now: @Sendable () -> Timestamp
    var slots = DecodingSlots.shared

    /// A library over a platform's stores.
    public init(platform: Platform, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }) {
        self.platform = platform
        self.now = now
    }

    /// Adds a file to a hub. A file that the hub has already is not stored twice.
    /// - Returns: the record, and whether the hub had the file.
    /// - Throws: ``PublishingError`` with `malformed` or `tooLarge` for a file that is not taken, in a sentence for the
    ///   person who chose it; `store`.
    public func add(
        _ upload: MediaUpload, hub: String, app: String, by who: String
    ) async throws(PublishingError) -> (media: MediaRecord, isKnown: Bool) {
        try await prepare(upload) { (prepared, digest) throws(StoreError) in
            if let known = try await platform.media.media(digest: digest, address: nil, hub: hub, app: app) {
                return (known, true)
            }
            let stem = Slug.of(LinkName.stem(upload.fileName), limit: 32, fallback: prepared.main.format.kind.rawValue)
            let name = try await unusedName(
                stem, digest, prepared.main.format.fileExtension, hub: hub, app: app)
            let origin = MediaRecord.Origin(
                fileName: Self.shown(upload.fileName), address: upload.address.map(MediaRecord.Address.init),
                digest: digest, madeBy: who, stored: now())
            var media = MediaRecord(
                app: app, hub: hub, name: name, kind: prepared.main.format.kind, description: upload.description,
                origin: origin)
            let assets = try await store(prepared, as: &media)
            return try await saveNew(media, assets, by: who)
        }
    }

    /// The same file may arrive twice at the same time; the second one finds the first.
    private func saveNew(
        _ media: MediaRecord, _ assets: [AssetRecord], by who: String
    ) async throws(StoreError) -> (media: MediaRecord, isKnown: Bool) {
        do throws(StoreError) {
            return (try await platform.media.save(media, assets: assets, expectedVersion: 0, by: who), false)
        } catch {
            let known = try await platform.media.media(
                digest: media.origin.digest, address: nil, hub: media.hub, app: media.app)
            guard error.code == .alreadyExists, let known else { throw error }
            return (known, true)
        }
    }

    /// A name with a part of the file's hash. A file that was replaced keeps the name of what it was, so the part grows.
    private func unusedName(
        _ stem: String, _ digest: String, _ ending: String, hub: String, app: String
    ) async throws(StoreError) -> String {
        for length in [8, 12] {
            let name = "\(stem)-\(digest.prefix(length)).\(ending)"
            let present = try await platform.media.file(ContentURI(hub: hub, .asset(name)), app: app)
            if present == nil || present?.media?.origin.digest == digest { return name }
        }
        return "\(stem)-\(digest.prefix(16)).\(ending)"
    }

    /// Puts another file in a file's place; articles that name it show the new one. The name, and so the format, stays.
    /// - Throws: ``PublishingError`` with `malformed` also for a file of another kind, and for one that an import brought
    ///   and would bring again.
    public func replace(
        _ file: MediaFile, with upload: MediaUpload, by who: String
    ) async throws(PublishingError) -> MediaRecord {
        guard file.isReplaceable, let old = file.media, let format = MediaFormat(mediaType: file.asset.mediaType) else {
            throw Self.notReplaceable
        }
        return try await prepare(upload, as: format) { (prepared, digest) throws(StoreError) in
            var media = old
            media.focus = .init()
            media.origin = .init(
                fileName: Self.shown(upload.fileName), digest: digest, madeBy: who, stored: now())
            let assets = try await store(prepared, as: &media)
            return try await platform.media.save(media, assets: assets, expectedVersion: old.version, by: who)
        }
    }

    /// Stores what somebody says of a file; a new focus cuts the picture again.
    /// - Parameter expectedVersion: the version that was read; 0 for a file without a record.
    public func describe(
        _ file: MediaFile, description: MediaRecord.Description, focus: MediaRecord.Focus,
        companions: MediaRecord.Companions, expectedVersion: Int, by who: String
    ) async throws(PublishingError) -> MediaRecord {
        var media = file.media ?? unknown(file.asset, by: who)
        let isMoved = media.focus != focus
        let isCut = media.kind == .picture && (isMoved || media.variants.names.isEmpty)
        media.description = description
        media.focus = focus
        media.companions = companions
        do {
            var assets: [AssetRecord] = []
            if isCut {
                let whole = media
                do { assets = try await cut(&media, file.asset) } catch {
                    // A picture that an import brought may be none that is decoded here; it can still be described.
                    guard !isMoved else { throw error }
                    media = whole
                }
            }
            return try await platform.media.save(media, assets: assets, expectedVersion: expectedVersion, by: who)
        } catch {
            throw PublishingError(error)
        }
    }

    /// A file that an import brought, as it would have come by an upload.
    private func unknown(_ asset: AssetRecord, by who: String) -> MediaRecord {
        let kind: MediaRecord.Kind =
            asset.mediaType.hasPrefix("video/")
            ? .video
            : asset.mediaType.hasPrefix("audio/")
                ? .sound : asset.mediaType.hasPrefix("text/vtt") ? .captions : .picture
        return MediaRecord(
            app: asset.app, hub: asset.hub, name: asset.name, kind: kind,
            origin: .init(
                fileName: asset.name, digest: asset.object.sha256.hex, madeBy: who, stored: now(), isImported: true))
    }

    /// Makes the crops of a stored picture. A format that is not decoded here, such as SVG, gets none.
    private func cut(_ media: inout MediaRecord, _ asset: AssetRecord) async throws -> [AssetRecord] {
        guard MediaFormat(mediaType: asset.mediaType) != nil,
            let data = try await platform.objects.data(asset.object.sha256, verifying: true)
        else { return [] }
        let whole = media
        let made = try await slots.run {
            () throws(PublishingError) in
            try PreparedMedia(variantsOf: data, focus: whole.focus)
        } then: { prepared throws(PublishingError) in
            var media = whole
            do throws(StoreError) {
                let assets = try await store(prepared, as: &media, storesMain: false)
                return (media, assets)
            } catch {
                throw PublishingError(error)
            }
        }
        media = made.0
        return made.1
    }

    /// Prepares an upload, and stores it before the next one gets its memory.
    /// - Parameter format: of the file whose place the upload takes; `nil` for a new file.
    private func prepare<Stored: Sendable>(
        _ upload: MediaUpload, as format: MediaFormat? = nil,
        then store: (PreparedMedia, _ digest: String) async throws(StoreError) -> Stored
    ) async throws(PublishingError) -> Stored {
        guard upload.content.length <= MediaLimits.videoSize else { throw PreparedMedia.tooLarge(.video) }
        let wanted = format?.kind == .picture ? format : nil
        return try await slots.run { () throws(PublishingError) in
            do {
                let head = try MediaFormat(upload.content.read(0, min(4096, upload.content.length)))
                guard upload.content.length <= head.maximumSize else { throw PreparedMedia.tooLarge(head.kind) }
                let data = try upload.content.read(0, upload.content.length)
                return (try PreparedMedia(data, focus: .init(), as: wanted), ObjectHash(of: data).hex)
            } catch {
                throw PublishingError(error)
            }
        } then: { made throws(PublishingError) in
            guard format == nil || made.0.main.format == format else { throw Self.otherFormat }
            do throws(StoreError) {
                return try await store(made.0, made.1)
            } catch {
                throw PublishingError(error)
            }
        }
    }

    /// Stores the objects, and names the assets in the record.
    private func store(
        _ prepared: PreparedMedia, as media: inout MediaRecord, storesMain: Bool = true
    ) async throws(StoreError) -> [AssetRecord] {
        var assets: [AssetRecord] = []
        func add(_ file: PreparedMedia.File, _ name: String, _ media: MediaRecord) async throws(StoreError) {
            let object = try await platform.objects.put(file.data)
            assets.append(
                AssetRecord(
                    app: media.app, hub: media.hub, name: name, mediaType: file.format.mediaType, object: object))
        }
        let stem = media.name.split(separator: ".").dropLast().joined(separator: ".")
        func name(_ file: PreparedMedia.File?, _ ending: String) -> String? {
            file.map { "\(stem)-\(ending).\($0.format.fileExtension)" }
        }
        func size(_ file: PreparedMedia.File?) -> MediaRecord.Size? {
            file?.size.map { .init(width: $0.width, height: $0.height) }
        }
        if storesMain { try await add(prepared.main, media.name, media) }
        media.size = (storesMain ? nil : media.size) ?? size(prepared.main)
        media.variants = .init(
            page: name(prepared.page, "page"), card: name(prepared.card, "card"),
            thumbnail: name(prepared.thumbnail, "thumb"), pageSize: size(prepared.page), cardSize: size(prepared.card))
        for (file, name) in [
            (prepared.page, media.variants.page), (prepared.card, media.variants.card),
            (prepared.thumbnail, media.variants.thumbnail),
        ] {
            if let file, let name { try await add(file, name, media) }
        }
        return assets
    }

    /// A name of one line and at most 200 bytes.
    private static func shown(_ name: String) -> String {
        PlainText.prefix(name.filter { !$0.isNewline && $0 != "\0" }, bytes: 200)
    }

    private static let otherFormat = PublishingError(
        .malformed,
        "The new file has another format than the old one, whose name articles use. Upload it as a file of its own.")

    private static let notReplaceable = PublishingError(
        .malformed, "This file cannot be replaced here: the import that brought it brings it again.")
}
