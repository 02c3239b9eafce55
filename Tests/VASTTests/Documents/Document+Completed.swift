@testable import VAST

extension Document {
    /// The document with every part that 4.2 requires.
    var completed: Document {
        var document = self
        document.errors = ads.isEmpty ? errors : []
        for index in ads.indices { document.ads[index].content = ads[index].content.completed }
        return document
    }
}

extension Ad.Content {
    fileprivate var completed: Ad.Content {
        switch self {
        case .wrapper(var wrapper):
            wrapper.parts.complete()
            wrapper.tag = wrapper.tag ?? "about:blank"
            return .wrapper(wrapper)
        case .inLine(var inLine):
            inLine.parts.complete()
            if inLine.title.isEmpty { inLine.title = "T" }
            inLine.servingID = inLine.servingID ?? "S"
            for index in inLine.categories.indices {
                inLine.categories[index].authority = inLine.categories[index].authority ?? "A"
            }
            if inLine.parts.creatives.isEmpty { inLine.parts.creatives = [Creative()] }
            for index in inLine.parts.creatives.indices { inLine.parts.creatives[index].complete() }
            return .inLine(inLine)
        }
    }
}

extension AdParts {
    fileprivate mutating func complete() {
        system = system ?? AdSystem(name: "S")
        if impressions.isEmpty { impressions = ["about:blank"] }
    }
}

extension Creative {
    fileprivate mutating func complete() {
        if universalIDs.isEmpty { universalIDs = [UniversalAdID(registry: "unknown", value: "unknown")] }
        if linear != nil { linear?.complete() }
        let shown = companions?.items.map { item in
            var item = item
            (item.width, item.height) = (item.width ?? 1, item.height ?? 1)
            return item
        }
        companions?.items = shown ?? []
        let overlays = nonLinear?.items.map { item in
            var item = item
            (item.width, item.height) = (item.width ?? 1, item.height ?? 1)
            return item
        }
        nonLinear?.items = overlays ?? []
    }
}

extension Linear {
    fileprivate mutating func complete() {
        duration = duration ?? .seconds(1)
        if mediaFiles.isEmpty { mediaFiles = [MediaFile(url: "m", type: "video/mp4", width: 1, height: 1)] }
        for index in mediaFiles.indices {
            let file = mediaFiles[index]
            mediaFiles[index].delivery = file.delivery ?? .progressive
            mediaFiles[index].type = file.type.isEmpty ? "video/mp4" : file.type
            mediaFiles[index].width = file.width ?? 1
            mediaFiles[index].height = file.height ?? 1
        }
    }
}
