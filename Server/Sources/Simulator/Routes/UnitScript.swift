import Foundation
import MarqueePlacements

/// The script by which a template in a browser's frame reaches the lab's page, as it reaches the SDK in a web view.
enum UnitScript {
    /// The page with the script before everything that the template does.
    /// - Throws: `LabError` when the script is not beside the program.
    static func added(to page: Data) throws -> Data {
        let text = String(decoding: page, as: UTF8.self)
        let place =
            ["<head", "<html", "<!doctype"].lazy
            .compactMap { text.range(of: $0, options: .caseInsensitive)?.upperBound }
            .compactMap { text[$0...].firstIndex(of: ">") }.first.map(text.index(after:)) ?? text.startIndex
        let script = try Self.script
        return Data("\(text[..<place])<script>\(script)</script>\(text[place...])".utf8)
    }

    private static var script: String {
        get throws {
            guard let url = Bundle.module.url(forResource: "Assets/Frames/unit-frame.js", withExtension: nil) else {
                throw LabError(.noContent, "the lab's pages are not beside the program")
            }
            return try String(contentsOf: url, encoding: .utf8)
                .replacing("{{handler}}", with: BridgeScript.messageHandler)
                .replacing("{{answer}}", with: BridgeScript.answerFunction)
        }
    }
}
