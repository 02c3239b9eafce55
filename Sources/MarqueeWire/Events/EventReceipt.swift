import Foundation

/// The server's answer to a batch: one verdict per event, in the batch's order.
///
/// On the wire `{"batch": "0199…", "reasons": ["name is not text"], "verdicts": "aaar"}`: 75 bytes, one for each
/// event, and the reasons.
public struct EventReceipt: Sendable, Hashable, Decodable {
    /// What became of an event; the letter it is on the wire.
    public enum Verdict: UInt8, Sendable {
        /// The event is on the server's disk, now or since an earlier batch. It will be counted exactly once.
        case accepted = 0x61
        /// The event can never be accepted; the device sets it aside as failed and does not send it again.
        case rejected = 0x72
    }

    private enum CodingKeys: CodingKey {
        case batch, verdicts, reasons
    }

    /// Which events it answers for: ``batchID(of:)``.
    public let batch: EventID
    /// One for each event of the batch, in its order.
    public let verdicts: [Verdict]
    /// Why, for each rejected event in its order; a sentence for a log.
    public let reasons: [String]

    /// Answers for a batch with as many reasons as there are rejected events.
    public init(batch: EventID, verdicts: [Verdict], reasons: [String] = []) {
        self.batch = batch
        self.verdicts = verdicts
        self.reasons = reasons
    }

    /// Refuses letters that are no verdicts, and reasons for another number of events than are rejected.
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

    /// As it is sent.
    ///
    /// Put together by hand because a general encoder takes longer over it than a server over reading ten events.
    /// - Throws: what an encoder throws that cannot write the reasons.
    public var json: String {
        get throws {
            let letters = String(decoding: verdicts.map(\.rawValue), as: UTF8.self)
            let list = reasons.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(reasons), as: UTF8.self)
            return #"{"batch":"\#(batch)","reasons":\#(list),"verdicts":"\#(letters)"}"#
        }
    }

    /// How many events were accepted.
    public var accepted: Int { verdicts.count { $0 == .accepted } }
    /// How many events were rejected.
    public var rejected: Int { verdicts.count - accepted }

    /// Stands for a batch: the exclusive or of its events' ids.
    ///
    /// An id that cannot be read does not count.
    public static func batchID(of ids: some Sequence<EventID>) -> EventID {
        ids.reduce(EventID(high: 0, low: 0), ^)
    }
}
