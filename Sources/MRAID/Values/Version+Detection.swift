extension Container.Version {
    /// The version that an ad's markup indicates, or nil if it indicates none, for example because the whole ad is in
    /// an external script.
    ///
    /// The standard gives ads no way to declare their version, and ad servers rarely do. Names that only one version
    /// has are a good sign: a 3.0 ad listenedEvents to `exposureChange`, a 2.0 ad draws its own close indicator. An ad
    /// with names of both versions checks the version itself, so 3.0 is the better answer.
    public static func shown(in creative: String) -> Container.Version? {
        let text = Array(creative.utf8)
        if newNames.contains(where: { occurs($0, in: text) }) { return .v3 }
        return oldNames.contains { occurs($0, in: text) } ? .v2 : nil
    }

    private static let newNames = [
        "exposureChange", "audioVolumeChange", "MRAID_ENV", "getCurrentAppOrientation", "mraid.getLocation",
        "mraid.unload", "initVpaid",
    ]
    private static let oldNames = ["useCustomClose", "customClosePosition"]

    private static func occurs(_ name: String, in text: [UInt8]) -> Bool {
        let name = Array(name.utf8)
        guard let first = name.first, text.count >= name.count else { return false }
        return text.withUnsafeBufferPointer { text in
            for start in 0...(text.count - name.count)
            where text[start] == first && text[start..<(start + name.count)].elementsEqual(name) { return true }
            return false
        }
    }
}
