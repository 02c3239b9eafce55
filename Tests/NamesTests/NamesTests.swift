import Foundation
import MRAID
import Marquee
import Testing
import VAST

#if canImport(SwiftUI)
    import SwiftUI
#endif

/// An app may import VAST, MRAID and Marquee in one file, together with Apple's frameworks, and qualifies no name.
@Suite struct NamesTests {
    /// Public types of SwiftUI, Foundation and the C headers that Foundation exports, as far as they are plain nouns. They
    /// are listed here because a test on Linux cannot import them.
    private static let appleNames: Set<String> = [
        "Alert", "Angle", "Animation", "App", "Axis", "Binding", "Bundle", "Button", "ByteCount", "Calendar", "Capsule",
        "Category", "Circle", "Color", "ColorScheme", "Commands", "Data", "Date", "Dimension", "Divider", "Duration",
        "Edge", "Ellipse", "Environment", "Expression", "Fixed", "Font", "Form", "Formatter", "Gesture", "Gradient",
        "Grid",
        "Group", "Handle", "Host", "Image", "Label", "Layout", "Link", "List", "Locale", "Logger", "Material",
        "Measurement", "Menu", "Method", "Namespace", "Notification", "Operation", "Path", "Picker", "Point", "Port",
        "Predicate", "Process", "Progress", "Protocol", "Rect", "Rectangle", "Scanner", "Scene", "Section", "Selector",
        "Settings", "Shader", "Shape", "Size", "Slider", "Spacer", "Spring", "State", "Stepper", "Stream", "Style",
        "Subview", "Tab", "Table", "Task", "Text", "Thread", "Timer", "Toggle", "Transaction", "Transition", "UUID",
        "Unit",
        "View", "Visibility", "Window",
    ]

    /// The public types at the top level of a target, by its sources.
    private func publicNames(of target: String) throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appending(path: "Sources/\(target)")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let declaration =
            /^(?:@\w+ )*public (?:indirect |final )*(?:struct|enum|class|actor|protocol|typealias) (?<name>\w+)/
            .anchorsMatchLineEndings()
        var names: Set<String> = []
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: declaration) { names.insert(String(match.name)) }
        }
        return names
    }

    @Test(arguments: ["VAST", "MRAID"])
    func `a public name is not used by another library or by Apple's frameworks`(target: String) throws {
        let names = try publicNames(of: target)
        #expect(names.count > 20)
        for other in ["VAST", "MRAID", "Marquee", "MarqueeCore", "MarqueeHub", "MarqueeWire"] where other != target {
            #expect(names.intersection(try publicNames(of: other)).sorted() == [], "\(target) and \(other)")
        }
        #expect(names.intersection(Self.appleNames).sorted() == [])
    }

    /// Compiles only while each name has one meaning.
    @Test func `an app uses the names of both libraries in one file`() throws {
        let version = Document.Version(4, 2)
        let advertiser = InLine.Advertiser(name: "A")
        let ad = Ad(content: .inLine(InLine(advertiser: advertiser)))
        let document = Document(version: version, ads: [ad])
        let written = try DocumentWriter(conformance: .text).write(
            Document(version: document.version, errors: [try #require(URLTemplate("https://ads.example/e"))]))
        #expect(try DocumentParser().parse(written.text).version == version)
        #expect(Resource.html("<b>").kind == .html && Offset.percent(50).time(in: .seconds(10)) == .seconds(5))

        let layout = Container.Layout(screenSize: Container.Size(width: 320, height: 480))
        let configuration = Container.Configuration(version: .v3, placement: .interstitial, layout: layout)
        var container = Container(configuration)
        #expect(container.state == Container.State.loading)
        #expect(container.currentPosition == Container.Rectangle(x: 0, y: 0, width: 320, height: 480))
        let actions = container.received(
            .located(Container.Location(latitude: 1, longitude: 2, source: .user)), at: .zero)
        #expect(!actions.contains(.reportClick))
        let link = try LinkPolicy().judgeResource("https://ads.example/")
        #expect(link == LinkPolicy.Link("https://ads.example/") && ScriptEvent(.ready).name == ScriptEvent.Name.ready)
        #expect(Bootstrap.Transport.webKit(handler: "mraid") != .function(name: "mraid"))
    }
}
