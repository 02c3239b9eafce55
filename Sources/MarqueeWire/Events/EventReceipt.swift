import Foundation

/// The server's answer to a batch: one verdict per event, in the batch's order.
///
/// On the wire it is `{"batch": "0199…", "reasons": ["name is not text"], "verdicts": "aaar"}`: 75 bytes, one more for
/// each event, and the reasons.
public struct EventReceipt: Sendable, Hashable, Decodable {
    /// The verdict for an event. The raw value is its letter on the wire.
    public enum Verdict: UInt8, Sendable {
        /// The event is on the server's disk, from this batch or an earlier one. It will be counted exactly once.
        case accepted = 0x61
        /// The event can never be accepted. The device marks it as failed and does not send it again.
        case rejected = 0x72
    }

    private enum CodingKeys: CodingKey {
        case batch, verdicts, reasons
    }

    /// Identifies the events: ``batchID(of:)``.
    public let batch: EventID
    /// One verdict for each event of the batch, in its order.
    public let verdicts: [Verdict]
    /// The reason for each rejected event, in order, as a sentence for a log.
    public let reasons: [String]

    /// `reasons` has one entry for each rejected event.
    public init(batch: EventID, verdicts: [Verdict], reasons: [String] = []) {
        self.batch = batch
        self.verdicts = verdicts
        self.reasons = reasons
    }

    /// Throws for unknown letters, and when the number of reasons differs from the number of rejected events.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        batch = try container.decode(EventID.self, forKey: .batch)
        let letters = try container.decode(String.self, forKey: .verdicts).utf8
        verdicts = letters.compactMap { Verdict(rawValue: $0) }
        reasons = try container.decode([String].self, forKey: .reasons)
        guard verdicts.count == letters.count, reasons.count == rejected else {
            throw DecodingError.dataCorruptedError(
                forKey: .verdicts, in: container, debugDescription: "not a letter for each event, a reason for each r")
        }
    }

    /// The receipt as JSON.
    ///
    /// It is written by hand, because a general encoder would take longer than the server needs for reading ten events.
    /// - Throws: the errors of the encoder for the reasons.
    public var json: String {
        get throws {
            let letters = String(decoding: verdicts.map(\.rawValue), as: UTF8.self)
            let list = reasons.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(reasons), as: UTF8.self)
            return #"{"batch":"\#(batch)","reasons":\#(list),"verdicts":"\#(letters)"}"#
        }
    }

    /// The number of accepted events.
    public var accepted: Int { verdicts.count { $0 == .accepted } }
    /// The number of rejected events.
    public var rejected: Int { verdicts.count - accepted }

    /// Identifies a batch by the exclusive or of its events' ids.
    ///
    /// Ids that cannot be parsed are left out.
    public static func batchID(of ids: some Sequence<EventID>) -> EventID {
        ids.reduce(EventID(high: 0, low: 0), ^)
    }
}
