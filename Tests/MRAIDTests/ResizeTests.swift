import MRAID
import Testing

/// Resizing: limits, close region, moves onto the screen, and errors (ADS-080, ADS-082).
@Suite struct ResizeTests {
    /// A banner of 100 by 50 at (100, 200), on a screen that offers 320 by 460.
    static func host(_ version: Container.Version, _ layout: Container.Layout = layout) -> Host {
        .ready(version) { $0.layout = layout }
    }

    static let layout = Container.Layout(
        screenSize: Container.Size(width: 320, height: 480), maxSize: Container.Size(width: 320, height: 460),
        defaultPosition: Container.Rectangle(100, 200, 100, 50))

    struct Sound: Sendable, CustomTestStringConvertible {
        var name: String
        var versions = Container.Version.allCases
        var properties: String
        var frame: Container.Rectangle
        var close: (x: Double, y: Double)
        var testDescription: String { name }
    }

    static let sound: [Sound] = [
        Sound(
            name: "at the default place", properties: #""width":200,"height":100,"offsetX":0,"offsetY":0"#,
            frame: Container.Rectangle(100, 200, 200, 100), close: (250, 200)),
        Sound(
            name: "the least size", properties: #""width":50,"height":50,"offsetX":0,"offsetY":0"#,
            frame: Container.Rectangle(100, 200, 50, 50), close: (100, 200)),
        Sound(
            name: "the whole screen", properties: #""width":320,"height":460,"offsetX":-100,"offsetY":-200"#,
            frame: Container.Rectangle(0, 0, 320, 460), close: (270, 0)),
        Sound(
            name: "fractions", properties: #""width":200.5,"height":100,"offsetX":0.25,"offsetY":0"#,
            frame: Container.Rectangle(100.25, 200, 200.5, 100), close: (250.75, 200)),
        Sound(
            name: "flush with the right edge", properties: #""width":200,"height":100,"offsetX":20,"offsetY":0"#,
            frame: Container.Rectangle(120, 200, 200, 100), close: (270, 200)),
        Sound(
            name: "off the left, close region flush",
            properties: #""width":200,"height":100,"offsetX":-250,"offsetY":0"#,
            frame: Container.Rectangle(-150, 200, 200, 100), close: (0, 200)),
        Sound(
            name: "off the bottom, close region flush",
            properties: #""width":200,"height":300,"offsetX":0,"offsetY":210"#,
            frame: Container.Rectangle(100, 410, 200, 300), close: (250, 410)),
        Sound(
            name: "kept on the screen, nothing to shift",
            properties: #""width":200,"height":100,"offsetX":5,"offsetY":-5,"allowOffscreen":false"#,
            frame: Container.Rectangle(105, 195, 200, 100), close: (255, 195)),
        Sound(
            name: "shifted from the upper left",
            properties: #""width":200,"height":100,"offsetX":-500,"offsetY":-500,"allowOffscreen":false"#,
            frame: Container.Rectangle(0, 0, 200, 100), close: (150, 0)),
        Sound(
            name: "shifted from the upper right",
            properties: #""width":200,"height":100,"offsetX":500,"offsetY":-500,"allowOffscreen":false"#,
            frame: Container.Rectangle(120, 0, 200, 100), close: (270, 0)),
        Sound(
            name: "shifted from the lower left",
            properties: #""width":200,"height":100,"offsetX":-500,"offsetY":500,"allowOffscreen":false"#,
            frame: Container.Rectangle(0, 360, 200, 100), close: (150, 360)),
        Sound(
            name: "shifted from the lower right",
            properties: #""width":200,"height":100,"offsetX":500,"offsetY":500,"allowOffscreen":false"#,
            frame: Container.Rectangle(120, 360, 200, 100), close: (270, 360)),
        Sound(
            name: "shifted by the largest numbers there are",
            properties: #""width":200,"height":100,"offsetX":1.7e308,"offsetY":-1.7e308,"allowOffscreen":false"#,
            frame: Container.Rectangle(120, 0, 200, 100), close: (270, 0)),
        Sound(
            name: "2.0: off the top, close region below it", versions: [.v2],
            properties: #""width":200,"height":100,"offsetX":0,"offsetY":-250,"customClosePosition":"bottom-left""#,
            frame: Container.Rectangle(100, -50, 200, 100), close: (100, 0)),
        Sound(
            name: "3.0: the close position is ignored", versions: [.v3],
            properties: #""width":200,"height":100,"offsetX":0,"offsetY":0,"customClosePosition":"bottom-left""#,
            frame: Container.Rectangle(100, 200, 200, 100), close: (250, 200)),
        Sound(
            name: "3.0: so is one that there is not", versions: [.v3],
            properties: #""width":200,"height":100,"offsetX":0,"offsetY":0,"customClosePosition":"middle""#,
            frame: Container.Rectangle(100, 200, 200, 100), close: (250, 200)),
    ]

    @Test(arguments: sound)
    func `valid properties give the ad this frame and close region`(row: Sound) {
        for version in row.versions {
            var host = Self.host(version)
            host.says("setResizeProperties", "{\(row.properties)}")
            host.says("resize")
            #expect(host.errors().isEmpty, "\(host.complaints())")
            #expect(host.deeds.first == .resize(to: row.frame))
            #expect(host.container.state == .resized)
            #expect(host.container.currentPosition == row.frame)
            #expect(host.value("currentPosition") == row.frame.value)
            #expect(host.value("defaultPosition") == nil, "the default place stays")
            let region = Container.Rectangle(row.close.x, row.close.y, 50, 50)
            #expect(host.closeRegion == CloseRegion(frame: region, showsIndicator: version == .v3))
            let size = [ScriptValue.number(row.frame.size.width), .number(row.frame.size.height)]
            #expect(host.events(.sizeChange) == [size])
        }
    }

    @Test(
        arguments: [
            ("top-left", 100, 200), ("top-center", 175, 200), ("top-right", 250, 200), ("center", 175, 225),
            ("bottom-left", 100, 250), ("bottom-center", 175, 250), ("bottom-right", 250, 250),
        ] as [(String, Double, Double)])
    func `2_0 has seven places for the close region`(position: String, x: Double, y: Double) {
        var host = Self.host(.v2)
        let properties = #""width":200,"height":100,"offsetX":0,"offsetY":0,"customClosePosition":"\#(position)""#
        host.says("setResizeProperties", "{\(properties)}")
        host.says("resize")
        #expect(host.closeRegion?.frame == Container.Rectangle(x, y, 50, 50))
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var properties: String
        var message: String
        var testDescription: String { "\(properties): \(message)" }
    }

    static let faults: [Fault] =
        [
            ("width", #""height":100,"offsetX":0,"offsetY":0"#), ("height", #""width":100,"offsetX":0,"offsetY":0"#),
            ("offsetX", #""width":100,"height":100,"offsetY":0"#),
            ("offsetY", #""width":100,"height":100,"offsetX":0"#),
            ("width", #""width":null,"height":100,"offsetX":0,"offsetY":0"#),
            ("height", #""width":100,"height":"100","offsetX":0,"offsetY":0"#),
            ("offsetX", #""width":100,"height":100,"offsetX":true,"offsetY":0"#),
            ("offsetY", #""width":100,"height":100,"offsetX":0,"offsetY":{}"#),
            ("offsetX", #""width":10,"height":10"#),
        ].map { Fault(properties: $0.1, message: "\($0.0) is missing or not a number") }
        + [
            (#""width":49,"height":100,"offsetX":0,"offsetY":0"#, "width is less than 50"),
            (#""width":100,"height":49.9,"offsetX":0,"offsetY":0"#, "height is less than 50"),
            (#""width":0,"height":100,"offsetX":0,"offsetY":0"#, "width is less than 50"),
            (#""width":100,"height":-100,"offsetX":0,"offsetY":0"#, "height is less than 50"),
            (#""width":10,"height":10,"offsetX":900,"offsetY":900"#, "width is less than 50"),
            (#""width":200,"height":100,"offsetX":21,"offsetY":0"#, "The close region would be off the screen"),
            (#""width":200,"height":100,"offsetX":-251,"offsetY":0"#, "The close region would be off the screen"),
            (#""width":200,"height":100,"offsetX":0,"offsetY":-201"#, "The close region would be off the screen"),
            (#""width":200,"height":100,"offsetX":0,"offsetY":211"#, "The close region would be off the screen"),
            (#""width":321,"height":100,"offsetX":-101,"offsetY":0"#, "The ad would be larger than the screen allows"),
            (#""width":200,"height":461,"offsetX":0,"offsetY":-200"#, "The ad would be larger than the screen allows"),
            (
                #""width":321,"height":100,"offsetX":0,"offsetY":0,"allowOffscreen":false"#,
                "The ad would be larger than the screen allows"
            ),
            (
                #""width":1.7e308,"height":1.7e308,"offsetX":1.7e308,"offsetY":0"#,
                "The ad would be larger than the screen allows"
            ),
        ].map { Fault(properties: $0.0, message: $0.1) }

    @Test(arguments: faults)
    func `3_0 refuses faulty properties when they are set, once`(row: Fault) {
        var host = Self.host(.v3)
        host.says("setResizeProperties", "{\(row.properties)}")
        #expect(host.events(.error) == [[.text(row.message), "setResizeProperties"]])
        #expect(host.value("resizeProperties") == .record(["allowOffscreen": .bool(true)]))
        host.says("resize")
        #expect(host.errors().count == 1, "the same cause is reported once")
        #expect(host.container.state == .default)
        #expect(host.deeds.isEmpty)
    }

    /// The text of 2.0 names `setResizeProperties` among the actions of an error. The position is checked when the ad
    /// resizes.
    @Test(arguments: faults)
    func `2_0 refuses faulty values when they are set and a faulty place when the ad resizes`(row: Fault) {
        let isOfPlace = row.message == "The close region would be off the screen"
        var host = Self.host(.v2)
        host.says("setResizeProperties", "{\(row.properties)}")
        #expect(host.errors() == (isOfPlace ? [] : ["setResizeProperties"]))
        host.says("resize")
        #expect(host.events(.error) == [[.text(row.message), isOfPlace ? "resize" : "setResizeProperties"]])
        #expect(host.container.state == .default)
        #expect(host.deeds.isEmpty)
    }

    @Test(arguments: [#""nonsense""#, "5", "null", "{}"])
    func `an unknown close position means top-right in 2_0`(position: String) {
        var host = Self.host(.v2)
        host.setsResize(more: #","customClosePosition":\#(position)"#)
        host.says("resize")
        #expect(host.errors().isEmpty)
        #expect(host.closeRegion?.frame == Container.Rectangle(260, 220, 50, 50))
    }

    @Test(arguments: Container.Version.allCases)
    func `resize properties are an object before they are set`(version: Container.Version) {
        var host = Host(version)
        host.says("loaded")
        var expected: [String: ScriptValue] = ["allowOffscreen": .bool(true)]
        if version == .v2 { expected["customClosePosition"] = "top-right" }
        #expect(host.value("resizeProperties") == .record(expected))
    }

    /// ADS-085
    @Test func `a rotation during a resize decides the final frame`() {
        var host = Self.host(.v3)
        host.confirms = false
        host.setsResize()
        host.says("resize")
        var turned = Self.layout
        turned.defaultPosition = Container.Rectangle(0, 30, 100, 50)
        host.happened(.laidOut(turned, resizedTo: Container.Rectangle(5, 40, 200, 100)))
        #expect(host.closeRegion?.frame == Container.Rectangle(155, 40, 50, 50))
        host.happened(.settled)
        #expect(host.value("currentPosition") == Container.Rectangle(5, 40, 200, 100).value)
        #expect(host.value("defaultPosition") == Container.Rectangle(0, 30, 100, 50).value)
    }

    @Test(
        arguments: [
            ("null", "The properties are not an object"), ("7", "The properties are not an object"),
            (
                #"{"width":100,"height":100,"offsetX":0,"offsetY":0,"allowOffscreen":"yes"}"#,
                "allowOffscreen is neither true nor false"
            ),
        ], Container.Version.allCases)
    func `malformed resize properties are refused at once`(row: (String, String), version: Container.Version) {
        var host = Self.host(version)
        host.says("setResizeProperties", row.0)
        #expect(host.events(.error) == [[.text(row.1), "setResizeProperties"]])
    }

    @Test(arguments: Container.Version.allCases)
    func `resize() without properties is refused`(version: Container.Version) {
        var host = Self.host(version)
        host.says("resize")
        #expect(host.events(.error) == [["setResizeProperties was not called", "resize"]])
    }

    @Test func `refused properties leave the earlier ones in force`() {
        var host = Self.host(.v3)
        host.setsResize()
        host.setsResize(width: "1")
        #expect(host.errors() == ["setResizeProperties"])
        host.says("resize")
        #expect(host.container.currentPosition == Container.Rectangle(110, 220, 200, 100))
    }

    @Test func `each call of setResizeProperties replaces all properties`() {
        var host = Self.host(.v2)
        host.setsResize(more: #","allowOffscreen":false,"customClosePosition":"center""#)
        host.setsResize()
        #expect(
            host.value("resizeProperties")
                == .record([
                    "width": .number(200), "height": .number(100), "offsetX": .number(10), "offsetY": .number(20),
                    "allowOffscreen": .bool(true), "customClosePosition": "top-right",
                ]))
    }

    @Test func `properties that fitted before a rotation are checked again`() {
        var host = Self.host(.v3)
        host.setsResize(height: "240", y: "0")
        host.happened(
            .laidOut(
                Container.Layout(
                    screenSize: Container.Size(width: 480, height: 320),
                    maxSize: Container.Size(width: 480, height: 220),
                    defaultPosition: Container.Rectangle(100, 100, 100, 50)), resizedTo: nil))
        host.says("resize")
        #expect(host.events(.error) == [["The ad would be larger than the screen allows", "resize"]])
    }

    @Test func `offsets count from the default place, not from the current one`() {
        var host = Self.host(.v3)
        for _ in 0..<3 {
            host.happened(.tapped(.first))
            host.setsResize()
            host.says("resize")
        }
        #expect(host.container.currentPosition == Container.Rectangle(110, 220, 200, 100))
        #expect(host.events(.stateChange) == [["resized"], ["resized"], ["resized"]])
        #expect(host.events(.sizeChange).count == 1, "the size changed once")
    }
}
