import MarqueeWire
import PlatformStore
import Publishing

/// The media library, as the editor of a unit reads it.
struct UnitLibrary: Sendable {
    let platform: Platform

    func pictures(of app: String) async throws -> UnitPictures {
        UnitPictures(try await platform.media.files(app: app), app: app)
    }

    /// The pictures with the sizes of those that a form names, where units have sizes of pictures: nobody wrote down those of
    /// imported ones.
    func pictures(for unit: ContentUnitRecord, in form: FormFields) async throws -> UnitPictures {
        var pictures = try await pictures(of: unit.app)
        for member in unit.kind.members where member.form == .picture && member.path.hasSuffix(".url") {
            let address = form["d.\(member.path)"]
            guard pictures.lacksSize(address), let picture = LibraryPicture(address),
                let asset = try await platform.content.asset(picture.uri, app: unit.app),
                // Where the file cannot be read, the size is typed.
                let data = try? await platform.objects.data(asset.object.sha256, verifying: false),
                let size = MediaRecord.Size(ofPicture: data)
            else { continue }
            pictures.note(size, of: address)
        }
        return pictures
    }
}
