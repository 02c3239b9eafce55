import Foundation
import Logging
import PlatformStore
import Publishing

/// A setting's text with its source, and the types it can be read as.
struct OptionValue {
    let option: ServerOption
    let text: String
    /// "--port", "MARQUEE_PORT", "marquee.json" or "default".
    let source: String

    func integer(in range: ClosedRange<Int>) throws(ServerConfigurationError) -> Int {
        guard let value = Int(text), range.contains(value) else {
            throw invalid("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// Bytes: a number, alone or followed by `k`, `KiB`, `M`, `MiB`, `G` or `GiB` (each a power of 1024).
    func byteCount(in range: ClosedRange<Int>) throws(ServerConfigurationError) -> Int {
        let (kibi, mebi, gibi) = (1024, 1024 * 1024, 1024 * 1024 * 1024)
        let units: KeyValuePairs = [
            "kib": kibi, "mib": mebi, "gib": gibi, "k": kibi, "m": mebi, "g": gibi, "": 1,
        ]
        let lower = text.lowercased()
        for (suffix, factor) in units where lower.hasSuffix(suffix) {
            guard let number = Int(lower.dropLast(suffix.count)) else { continue }
            let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
            if !overflow, range.contains(bytes) { return bytes }
        }
        throw invalid("a size such as 512k or 1MiB, from \(range.lowerBound) to \(range.upperBound) bytes")
    }

    /// As ``byteCount(in:)``; `nil` for 0, which means no bound.
    func bound(in range: ClosedRange<Int>) throws(ServerConfigurationError) -> Int? {
        text == "0" ? nil : try byteCount(in: range)
    }

    /// A time: a number followed by `ms`, `s` or `m`.
    func duration(in range: ClosedRange<Duration>) throws(ServerConfigurationError) -> Duration {
        let units: KeyValuePairs = ["ms": Duration.milliseconds(1), "s": .seconds(1), "m": .seconds(60)]
        for (suffix, unit) in units where text.hasSuffix(suffix) {
            guard let number = Int(text.dropLast(suffix.count)), (0...1_000_000).contains(number) else { continue }
            let duration = unit * number
            if range.contains(duration) { return duration }
        }
        throw invalid("a time such as 500ms, 30s or 2m, from \(range.lowerBound) to \(range.upperBound)")
    }

    func choice<Choice: RawRepresentable & CaseIterable>(_: Choice.Type) throws(ServerConfigurationError) -> Choice
    where Choice.RawValue == String {
        guard let choice = Choice(rawValue: text) else {
            throw invalid(Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    func webAddress() throws(ServerConfigurationError) -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil, url.query() == nil
        else {
            throw invalid("an address such as https://content.example.org")
        }
        return url
    }

    /// A web address that receives secrets: TLS, unless it is on this machine.
    func secureAddress() throws(ServerConfigurationError) -> URL {
        let url = try webAddress()
        guard url.scheme == "https" || ["127.0.0.1", "::1", "localhost"].contains(url.host()) else {
            throw invalid("an address with https; plain http is for this machine alone")
        }
        return url
    }

    /// The address of a database; the folder's when the text is empty. Messages do not quote it: it may hold a password.
    func database() throws(ServerConfigurationError) -> DatabaseAddress {
        guard !text.isEmpty else { return .folder }
        do throws(StoreError) { return try DatabaseAddress(postgres: text) } catch {
            throw ServerConfigurationError(.invalidValue, "\(option.rawValue) (\(source)): \(error.message)")
        }
    }

    /// The address of objects with its key; the folder when the text is empty. Messages do not quote the text: it may hold
    /// a key.
    func objects(_ environment: [String: String]) throws(ServerConfigurationError) -> ObjectsAddress {
        do throws(StoreError) { return try ObjectsAddress(text, environment: environment) } catch {
            throw ServerConfigurationError(.invalidValue, "\(option.rawValue) (\(source)): \(error.message)")
        }
    }

    /// Networks separated by commas; none when the text is empty.
    func addressRanges() throws(ServerConfigurationError) -> [AddressRange] {
        let texts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard texts != [""] else { return [] }
        let ranges = texts.compactMap(AddressRange.init)
        guard ranges.count == texts.count else {
            throw invalid("networks such as 10.1.0.0/16,fd12::/32, with only zero bits after each prefix")
        }
        return ranges
    }

    private func invalid(_ expected: String) -> ServerConfigurationError {
        ServerConfigurationError(
            .invalidValue, "\(option.rawValue) (\(source)): \"\(text.prefix(80))\" is not \(expected)")
    }
}
