import Foundation
import MarqueeWire
import XMLTree

/// The one operation of a request.
struct XMLAPIEnvelope {
    /// The most elements of a document.
    static let maximumElements = 20_000

    /// The operation's element, with the parameters below it.
    let operation: XMLElement

    /// Reads `Envelope/Body/OPERATION`. The caller bounds the number of bytes.
    /// - Parameter encoding: of the bytes, whatever the document declares; `nil` leaves it to the document.
    /// - Throws: ``XMLAPIFault`` with `invalidXML`.
    init(_ bytes: [UInt8], encoding: String?) throws(XMLAPIFault) {
        guard Self.elements(in: bytes) <= Self.maximumElements else {
            throw XMLAPIFault(.invalidXML, "the XML has more than \(Self.maximumElements) elements")
        }
        guard encoding != nil || Self.isKnownEncoding(bytes) else {
            throw XMLAPIFault(.invalidXML, "the XML is not in UTF-8, UTF-16, ISO-8859-1 or windows-1252")
        }
        let root: XMLElement
        do { root = try XMLElement.parse(bytes, encoding: encoding, takesDoctype: false) } catch {
            let failure = error as? XMLElement.Failure
            throw XMLAPIFault(
                .invalidXML, "the XML cannot be read: line \(failure?.line ?? 1): \(failure?.message ?? "not XML")")
        }
        let bodies = root.all(named: "Body")
        guard root.isNamed("Envelope"), bodies.count == 1, let body = bodies.first, body.children.count == 1,
            let operation = body.children.first
        else { throw XMLAPIFault(.invalidXML, "an Envelope has one Body with one operation") }
        self.operation = operation
    }

    /// In other encodings, the bytes of a `<` can be other ones, and elements could not be counted.
    private static func isKnownEncoding(_ bytes: [UInt8]) -> Bool {
        let marks: [[UInt8]] = [
            [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF], [0x3C], [0x20], [0x09], [0x0A], [0x0D],
        ]
        guard marks.contains(where: { bytes.starts(with: $0) }) else { return false }
        // Of UTF-16 every second byte; the marks of an encoding are no ASCII.
        let head = String(decoding: bytes.prefix(400).filter { (1..<128).contains($0) }, as: UTF8.self)
        guard head.hasPrefix("<?xml") else { return true }
        guard let end = head.firstRange(of: "?>") else { return false }
        let declaration = head[..<end.lowerBound]
        guard let found = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/) else {
            return !declaration.contains("encoding")
        }
        let known: Set = ["utf-8", "utf8", "utf-16", "us-ascii", "ascii", "iso-8859-1", "windows-1252"]
        return known.contains(found.1.lowercased())
    }

    /// How many elements begin in the bytes, counted before a tree is built of them. Text in CDATA may count as well.
    private static func elements(in bytes: [UInt8]) -> Int {
        let others: Set<UInt8> = [UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?")]
        var (count, isOpen) = (0, false)
        for byte in bytes {
            if isOpen, !others.contains(byte) { count += 1 }
            isOpen = byte == UInt8(ascii: "<")
        }
        return count
    }
}

extension XMLElement {
    /// Names are compared without regard to case: clients write `Email` and `EMAIL`.
    func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }

    func all(named name: String) -> [XMLElement] {
        let name = name.lowercased()
        return children.filter { $0.name.lowercased() == name }
    }

    /// The trimmed text of the first child of that name; `nil` without one, empty for an empty one.
    func text(of name: String) -> String? {
        all(named: name).first?.trimmedText
    }

    var trimmedText: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
}
