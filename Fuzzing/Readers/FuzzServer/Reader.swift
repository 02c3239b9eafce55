import Foundation
import MarqueeWire

@testable import Collector
@testable import Markup
@testable import Publishing

/// What the server reads from strangers, each with what has to hold whatever comes.
///
/// The process ends where it does not hold, so that the fuzzer keeps the input.
enum Reader: CaseIterable {
    case batch
    case submission
    case address
    case date
    case template
    case sanitizer
    case feed
    case frontMatter
    case programText

    func read(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        switch self {
        case .batch: Self.batch(bytes)
        case .submission: Self.submission(bytes)
        case .address: Self.address(text)
        case .date: Self.date(text)
        case .template: Self.template(text)
        case .sanitizer: Self.sanitizer(text)
        case .feed: Self.feed(bytes)
        case .frontMatter: _ = FrontMatter(text)
        case .programText:
            if !ProgramText.isPlain(ProgramText.plain(text).utf8) { Self.stop("What is left of a name is not plain.") }
        }
    }

    private static let keys = PropertyKeys(Collector.projections(PublishedReleases { _ in nil }))

    /// An accepted event's positions lie in the batch, and reading them traps nowhere.
    private static func batch(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let batch = try? BatchScanner.scan(buffer, keys: keys) else { return }
            for event in batch.accepted {
                guard event.fits(buffer.count, values: batch.values.count) else {
                    return stop("An event lies outside of its batch.")
                }
                let scanner = JSONScanner(buffer)
                let values = batch.values[event.values]
                guard values.allSatisfy({ $0.span.fits(buffer.count) }) else {
                    return stop("A value lies outside of its batch.")
                }
                for span in [event.name, event.user, event.session] + values.map(\.span) {
                    if let position = span.text { _ = scanner.string(position) }
                }
            }
        }
    }

    /// What a submission becomes can be read as batches of devices.
    private static func submission(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let submission = try? SubmissionScanner.scan(buffer), let scope = try? Scope(app: "app") else {
                return
            }
            var batches = SubmissionBatches(
                submission, buffer, sender: SubmissionSender(scope: scope, client: "client"),
                now: Timestamp(milliseconds: 0), untimed: UntimedEvents(), keys: keys)
            for part in batches.batches() where part.body.count <= EventBatch.maximumSize {
                let read = part.body.withUnsafeBufferPointer { try? BatchScanner.scan($0, keys: keys) }
                guard let read else { return stop("A batch of a submission cannot be read.") }
                if read.verdicts != part.scan.verdicts { stop("A batch of a submission is read as another one.") }
                batch(part.body)
            }
        }
    }

    private static func address(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let range = parts.first.flatMap({ AddressRange($0) }) else { return }
        guard let address = parts.last.flatMap({ InternetAddress($0) }) else { return }
        _ = (range.contains(address), address.isPublic, address.unmapped)
    }

    private static func feed(_ bytes: [UInt8]) {
        var reader = FeedReader(location: "https://feed.example/")
        _ = try? reader.read(Data(bytes))
    }

    private static func date(_ text: String) {
        guard let time = DateText.parse(text) else { return }
        if !(-2_300_000_000_000...253_402_300_799_999).contains(time.milliseconds) {
            stop("A date of no year: \(time.milliseconds)")
        }
    }

    /// What is printed holds no text of the value as markup, and ends within its bounds.
    private static func template(_ text: String) {
        guard let template = try? Template(text, name: "page"),
            let part = try? Template("[{{$a}}{{a}}{{/a}}]", name: "part"),
            let library = try? TemplateLibrary([template, part])
        else { return }
        let value = TemplateValue.fields([
            "a": .list([.text("\u{600}<\u{301}"), .fields(["b": .text("\u{600}<\u{301}")])]), "b": .flag(true),
        ])
        let limits = TemplateLibrary.Limits(length: 100_000, steps: 10_000)
        guard let page = try? library.render(value, with: "page", limits: limits) else { return }
        let bytes = Array(page.utf8)
        if bytes.count > 2_200_000 { stop("A page of \(bytes.count) bytes.") }
        let mark = Array("\u{600}<\u{301}".utf8)
        if !text.contains("\u{600}<"), bytes.indices.contains(where: { bytes[$0...].starts(with: mark) }) {
            stop("Text came through: \(page)")
        }
    }

    /// What was sanitised stays as it is when it is sanitised again.
    private static func sanitizer(_ text: String) {
        var sanitizer = HTMLSanitizer()
        sanitizer.link = { .external($0) }
        guard let once = try? sanitizer.sanitize(text).html else { return }
        let lower = once.lowercased()
        for word in ["<script", "<svg", "<math", "<style", "<iframe", "<form", "<object", "<embed", "<base", "<meta"]
        where lower.contains(word) {
            stop("\(word) came through: \(once)")
        }
    }

    private static func stop(_ message: String) {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        abort()
    }
}
