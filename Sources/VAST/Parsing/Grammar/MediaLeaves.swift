// Files with only text and attributes. A file without an address is ignored.

extension MediaFile {
    init?(_ leaf: Leaf) {
        guard let url = leaf.url else { return nil }
        let attributes = leaf.attributes
        self.init(
            url: url, id: attributes["id"], delivery: attributes.word("delivery"),
            type: attributes.mimeType("type") ?? "", codec: attributes["codec"], bitrate: attributes.int("bitrate"),
            minimumBitrate: attributes.int("minbitrate"), maximumBitrate: attributes.int("maxbitrate"),
            width: attributes.int("width"), height: attributes.int("height"), size: attributes.int("filesize"),
            mediaType: attributes["mediatype"], isScalable: attributes.bool("scalable"),
            keepsAspectRatio: attributes.bool("maintainaspectratio"), apiFramework: attributes["apiframework"])
    }
}

extension Mezzanine {
    init?(_ leaf: Leaf) {
        guard let url = leaf.url else { return nil }
        let attributes = leaf.attributes
        self.init(
            url: url, id: attributes["id"], delivery: attributes.word("delivery"),
            type: attributes.mimeType("type") ?? "", width: attributes.int("width"), height: attributes.int("height"),
            codec: attributes["codec"], size: attributes.int("filesize"), mediaType: attributes["mediatype"])
    }
}

extension InteractiveFile {
    init?(_ leaf: Leaf) {
        guard let url = leaf.url else { return nil }
        self.init(
            url: url, type: leaf.attributes.mimeType("type"), apiFramework: leaf.attributes["apiframework"],
            hasVariableDuration: leaf.attributes.bool("variableduration") ?? false)
    }
}

extension ClosedCaptions {
    init?(_ leaf: Leaf) {
        guard let url = leaf.url else { return nil }
        self.init(url: url, type: leaf.attributes.mimeType("type"), language: leaf.attributes["language"])
    }
}

extension AdParameters {
    init?(_ leaf: Leaf) {
        guard let text = leaf.decoded else { return nil }
        self.init(text: text, wasEncoded: leaf.wasEncoded)
    }
}
