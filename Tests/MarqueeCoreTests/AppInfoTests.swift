import Foundation
import MarqueeTesting
import Testing

@testable import MarqueeCore

/// The facts about the app and its device.
@Suite struct AppInfoTests {
    @Test(arguments: [
        ("iPhone15,2", AppInfo.Idiom.phone), ("iPod9,1", .phone), ("iPad14,3", .tablet), ("AppleTV11,1", .television),
        ("MacBookPro18,3", .desktop), ("Mac14,7", .desktop), ("x86_64", .other), ("", .other),
    ])
    func `the kind of device follows from the model`(model: String, idiom: AppInfo.Idiom) {
        #expect(AppInfo.idiom(of: model) == idiom)
    }

    @Test func `name, version and build come from the bundle, language and region from the user`() throws {
        let folder = try TemporaryFolder()
        let bundle = folder.url.appending(path: "App.bundle")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        let values = [
            "CFBundleIdentifier": "example.app", "CFBundleName": "App", "CFBundleShortVersionString": "2.1",
            "CFBundleVersion": "417",
        ]
        try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
            .write(to: bundle.appending(path: "Info.plist"))
        let info = AppInfo(
            try #require(Bundle(url: bundle)), locale: Locale(identifier: "de_CH"), preferredLanguages: ["de-CH", "fr"])
        #expect(info.name == "App")
        #expect(info.identifier == "example.app")
        #expect(info.version == "2.1")
        #expect(info.build == "417")
        #expect(info.language == "de-CH")
        #expect(info.region == "CH")
        #expect(!info.systemVersion.isEmpty)
        #expect(info.screen == nil)
    }

    @Test func `the environment contains the app's facts`() throws {
        var app = AppInfo()
        app.version = "3"
        let folder = try TemporaryFolder()
        #expect(Environment(folder: folder.url, transport: FakeTransport(), app: app).app.version == "3")
        #expect(Environment(folder: folder.url, transport: FakeTransport()).app == AppInfo(.main))
    }
}
