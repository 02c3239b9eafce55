import Foundation
import PlatformStore

/// Keeps numbers of texts in memory. Looking up a text copies no bytes.
///
/// A hash table with open addressing: folding looks up two texts for each event. The hash depends on random numbers, so
/// that strangers, who choose the texts, cannot choose those that all have the same hash.
struct TextNumbers: ~Copyable {
    /// The most texts; when there are more, all are forgotten.
    private static let capacity = 50_000
    /// The most bytes of all texts, since strangers choose how long the ids of users are.
    static let memory = 16 * 1024 * 1024

    /// Texts are equal when their bytes are, and they are of the same kind.
    private struct Entry {
        let hash: UInt64
        let kind: Int64
        /// A copy that lives as long as the entry.
        let text: UnsafeBufferPointer<UInt8>
        let number: Int64

        func matches(_ hash: UInt64, _ kind: Int64, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
            guard self.hash == hash, self.kind == kind, self.text.count == text.count else { return false }
            guard let first = self.text.baseAddress, let second = text.baseAddress else { return true }
            return memcmp(first, second, text.count) == 0
        }
    }

    private var entries: [Entry] = []
    /// Places in `entries`, counted from 1; 0 is free. Their number is a power of two.
    private var places = [UInt32](repeating: 0, count: 256)
    private let seed = UInt64.random(in: .min ... .max)
    private let factor = UInt64.random(in: .min ... .max) | 1
    /// The bytes of all texts in memory.
    private(set) var bytes = 0

    deinit {
        for entry in entries { entry.text.deallocate() }
    }

    /// The number of a text, by `find` when it is not in memory; `nil` when `find` has none.
    mutating func number(
        of text: UnsafeBufferPointer<UInt8>, kind: Int64 = 0, else find: () throws(StoreError) -> Int64?
    ) throws(StoreError) -> Int64? {
        if let place = place(of: text, kind: kind) { return entries[place].number }
        guard let number = try find() else { return nil }
        add(text, kind: kind, number)
        return number
    }

    /// The place of a text among those in memory; `nil` for a text that is not.
    func place(of text: UnsafeBufferPointer<UInt8>, kind: Int64) -> Int? {
        let entry = places[slot(of: text, kind, hash(text, kind))]
        return entry == 0 ? nil : Int(entry) - 1
    }

    /// The number of the text at a place.
    func number(at place: Int) -> Int64 { entries[place].number }

    /// Keeps the number of a text that is not in memory, in place of all other texts when there are too many.
    /// - Returns: the text's place: the first one, or the one behind the text that was added before.
    @discardableResult
    mutating func add(_ text: UnsafeBufferPointer<UInt8>, kind: Int64, _ number: Int64) -> Int {
        if entries.count >= Self.capacity || bytes + text.count > Self.memory { forget() }
        if entries.count * 2 >= places.count { grow() }
        bytes += text.count
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = copy.initialize(from: text)
        let hash = hash(text, kind)
        let slot = slot(of: text, kind, hash)
        entries.append(Entry(hash: hash, kind: kind, text: UnsafeBufferPointer(copy), number: number))
        places[slot] = UInt32(truncatingIfNeeded: entries.count)
        return entries.count - 1
    }

    mutating func forget() {
        for entry in entries { entry.text.deallocate() }
        entries = []
        places = [UInt32](repeating: 0, count: 256)
        bytes = 0
    }

    /// Where a text is noted in `places`, or would be.
    private func slot(of text: UnsafeBufferPointer<UInt8>, _ kind: Int64, _ hash: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[slot] != 0, !entries[Int(places[slot]) - 1].matches(hash, kind, text) {
            slot = (slot + 1) & (places.count - 1)
        }
        return slot
    }

    private mutating func grow() {
        places = [UInt32](repeating: 0, count: places.count * 2)
        for (index, entry) in entries.enumerated() {
            places[slot(of: entry.text, entry.kind, entry.hash)] = UInt32(truncatingIfNeeded: index + 1)
        }
    }

    /// Eight bytes at a time, each step a product of 128 bits whose halves are joined.
    private func hash(_ text: UnsafeBufferPointer<UInt8>, _ kind: Int64) -> UInt64 {
        let raw = UnsafeRawBufferPointer(text)
        var hash = mixed(seed ^ UInt64(bitPattern: kind)) ^ UInt64(raw.count)
        var place = 0
        while place + 8 <= raw.count {
            hash = mixed(hash ^ raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var rest: UInt64 = 0
        while place < raw.count {
            rest = rest << 8 | UInt64(raw[place])
            place += 1
        }
        return mixed(hash ^ rest)
    }

    @inline(__always)
    private func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}
