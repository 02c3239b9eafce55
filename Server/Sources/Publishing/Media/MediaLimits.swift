/// The bounds of uploaded files. All of them are checked before anything is decoded.
public enum MediaLimits {
    /// The largest picture, in bytes.
    public static let pictureSize = 10 << 20
    /// The largest video or sound, in bytes: the largest object that a release may hold.
    public static let videoSize = 64 << 20
    /// The largest file with captions, in bytes.
    public static let captionsSize = 1 << 20
    /// The most pixels of a picture.
    public static let pixels = 40_000_000
    /// The greatest width and height of a picture, in pixels.
    public static let side = 10_000
    /// The most frames of a moving GIF picture.
    public static let frames = 500
    /// The most pixels of all frames of a moving GIF picture together.
    public static let framePixels = 200_000_000
    /// How many files are decoded at once; the others wait.
    public static let decodings = 2
    /// How many files may wait for their decoding.
    public static let waiting = 200

    /// The width of the variant for pages, in pixels: an article's column on the widest phone.
    static let pageWidth = 1200
    /// The variant for cards, in pixels.
    static let card = ImageSize(width: 960, height: 480)
    /// The variant for the library, in pixels.
    static let thumbnail = ImageSize(width: 320, height: 320)
}
