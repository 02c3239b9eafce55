import Crypto
import Foundation
import MarqueeWire
import PlatformStore

/// The scripts and the style sheet that draw each kind of unit.
package struct UnitTemplates: Sendable {
    /// Answers a template in a preview, where no app does.
    let answering: String
    private let style: String
    private let scripts: [ContentUnitRecord.Kind: String]

    /// - Throws: when one of the files is not beside the program.
    package init() throws {
        answering = try Self.asset("preview.js")
        style = try Self.asset("unit.css")
        let bridge = try Self.asset("bridge.js")
        scripts = Dictionary(
            uniqueKeysWithValues: try ContentUnitRecord.Kind.allCases.map { kind in
                (kind, try Self.asset("\(kind.rawValue).js") + bridge)
            })
    }

    func script(of kind: ContentUnitRecord.Kind) -> String { scripts[kind] ?? "" }

    func html(data: String = "", scripts: [String]) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title></title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>\(style)</style></head><body>\(data)\(scripts.map { "<script>\($0)</script>" }.joined())</body></html>

        """
    }

    /// Lets the page run these scripts and show pictures, and do nothing else.
    func policy(scripts: [String]) -> String {
        func source(_ text: String) -> String {
            "'sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())'"
        }
        return "default-src 'none'; img-src http: https: data:; style-src \(source(style)); "
            + "script-src \(scripts.map(source).joined(separator: " ")); base-uri 'none'; form-action 'none'"
    }

    private static func asset(_ name: String) throws -> String {
        guard let url = Bundle.module.url(forResource: "Assets/\(name)", withExtension: nil) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: name])
        }
        return try String(contentsOf: url, encoding: .utf8)
    }
}
