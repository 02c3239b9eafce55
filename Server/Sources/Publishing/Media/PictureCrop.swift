import PlatformStore

/// Which part of a picture a variant shows.
enum PictureCrop {
    /// The largest part of the wanted shape that lies around the focus, and the size it is written in. Nothing is made
    /// larger than it was.
    static func around(
        _ focus: MediaRecord.Focus, of size: ImageSize, for target: ImageSize
    ) -> (part: DecodedPicture.Rectangle, size: ImageSize) {
        var (width, height) = (size.width, size.width * target.height / target.width)
        if height > size.height { (width, height) = (size.height * target.width / target.height, size.height) }
        (width, height) = (max(1, min(width, size.width)), max(1, min(height, size.height)))
        let x = min(max(0, size.width * focus.x / 1000 - width / 2), size.width - width)
        let y = min(max(0, size.height * focus.y / 1000 - height / 2), size.height - height)
        let written =
            width <= target.width
            ? ImageSize(width: width, height: height) : ImageSize(width: target.width, height: target.height)
        return (DecodedPicture.Rectangle(x: x, y: y, width: width, height: height), written)
    }

    /// The whole picture in at most this width; `nil` when it is not wider.
    static func whole(of size: ImageSize, width: Int) -> (part: DecodedPicture.Rectangle, size: ImageSize)? {
        guard size.width > width else { return nil }
        let height = max(1, (size.height * width + size.width / 2) / size.width)
        return (
            DecodedPicture.Rectangle(x: 0, y: 0, width: size.width, height: size.height),
            ImageSize(width: width, height: height)
        )
    }
}
