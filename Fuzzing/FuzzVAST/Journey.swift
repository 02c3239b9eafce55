import Foundation
import VAST

/// The way of one input: read, resolved and played, written in each edition, read again, written again.
///
/// The process ends where a step does not hold, so that the fuzzer keeps the input.
struct Journey {
    private let data: Data

    init(_ data: Data) {
        self.data = data
    }

    func run() {
        let lenient = try? DocumentParser().parse(data)
        if let strict = try? DocumentParser(mode: .strict).parse(data) {
            if lenient != strict { Self.stop("The strict parser reads another document.") }
        }
        guard let lenient else { return }
        PlayedJourney(lenient).run()
        for edition in DocumentWriter.Edition.allCases {
            for conformance in DocumentWriter.Conformance.allCases {
                check(lenient, DocumentWriter(edition: edition, conformance: conformance))
            }
        }
    }

    private func check(_ document: Document, _ writer: DocumentWriter) {
        guard let written = try? writer.write(document) else { return }
        let bytes = [UInt8](written.text.utf8)
        guard bytes.count < 1 << 20 else { return }
        guard let read = try? DocumentParser().parse(bytes) else {
            Self.stop("What was written is not read: \(written.text)")
        }
        guard let again = try? writer.write(read) else {
            Self.stop("What was written and read is not written: \(written.text)")
        }
        if again.text != written.text { Self.stop("\(written.text)\nis written again as\n\(again.text)") }
    }

    static func stop(_ message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        abort()
    }
}
