import Foundation
public import MarqueeWire

/// Which devices of an app are test devices: what they do is kept apart from readers' figures.
///
/// Phones of the device lab are test devices from the start, all others are readers'; a mark says otherwise.
public struct TestDevices: Sendable, Hashable {
    /// What somebody said of a device.
    public struct Mark: Sendable, Hashable {
        /// Whether it is a test device.
        public let isTest: Bool
        /// Since when.
        public let marked: Timestamp
        /// Who said so.
        public let markedBy: String

        /// A mark and who made it.
        public init(isTest: Bool, marked: Timestamp, markedBy: String) {
            self.isTest = isTest
            self.marked = marked
            self.markedBy = markedBy
        }
    }

    /// The most devices of an app that are marked.
    public static let most = 1000

    /// By the bytes of the install's id: Unicode's equality joins different ids.
    private var marks: [[UInt8]: Mark] = [:]

    /// Lab phones and nothing else.
    public init() {}

    /// What was said of an install; `nil` when nobody has said anything.
    public subscript(_ install: String) -> Mark? {
        get { marks[Array(install.utf8)] }
        set { marks[Array(install.utf8)] = newValue }
    }

    /// The installs that somebody marked as test devices, in no order.
    var testIDs: [String] { marks.filter(\.value.isTest).keys.map { String(decoding: $0, as: UTF8.self) } }

    /// Whether an install is a test device.
    public func contains(_ install: String) -> Bool { self[install]?.isTest ?? Self.isLab(install) }

    /// Whether an install says that it is a phone of the device lab.
    public static func isLab(_ install: String) -> Bool {
        install.utf8.starts(with: EventBatch.labInstallPrefix.utf8)
    }

    /// Whether an id is one that systems give to every app and device: zeros alone, as an advertising id is when the user limits
    /// ad tracking, and the hardware address of iOS since version 7.
    public static func isNobody(_ id: String) -> Bool {
        id.utf8.allSatisfy { [UInt8(ascii: "0"), UInt8(ascii: "-"), UInt8(ascii: ":")].contains($0) }
            || normalized(id) == "020000000000"
    }

    /// The form in which ids of devices are compared, whatever people and SDKs write: an id in the form of a UUID, as an IDFA
    /// is, in capitals; a MAC address as 12 small hexadecimal digits; other ids as they are, without spaces around them.
    public static func normalized(_ text: String) -> String {
        // Trimming takes longer than the rest, and hardly any id has spaces around it.
        let isTrimmed = [text.utf8.first, text.utf8.last].allSatisfy { (0x21...0x7E).contains($0 ?? 0) }
        let text = isTrimmed ? text : text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.utf8.count == 36, UUID(uuidString: text) != nil { return text.uppercased() }
        guard [12, 17].contains(text.utf8.count) else { return text }
        let digits = text.filter { $0 != ":" && $0 != "-" }
        return digits.utf8.count == 12 && digits.allSatisfy { $0.isASCII && $0.isHexDigit } ? digits.lowercased() : text
    }
}

/// A test device of one app.
struct TestDeviceKey: Hashable {
    /// The most test devices that one request belongs to.
    static let most = 10

    let app: String
    let id: String
}
