import Foundation
import PlatformStore

/// Keeps numbers of texts in memory. Looking up a text copies no bytes.
struct TextNumbers: ~Copyable {
    /// The most texts; when there are more, all are forgotten.
    private static let capacity = 50_000
    /// The most bytes of all texts, since strangers choose how long the ids of users are.
    static let memory = 16 * 1024 * 1024

    /// Texts are equal when their bytes are, and they are of the same kind.
    private struct Key: Hashable {
        let kind: Int64
        let text: UnsafeBufferPointer<UInt8>

        static func == (left: Key, right: Key) -> Bool {
            guard left.kind == right.kind, left.text.count == right.text.count else { return false }
            guard let first = left.text.baseAddress, let second = right.text.baseAddress else { return true }
            return memcmp(first, second, left.text.count) == 0
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(kind)
            hasher.combine(bytes: UnsafeRawBufferPointer(text))
        }
    }

    /// The keys' texts are copies that live as long as their entries.
    private var numbers: [Key: Int64] = [:]
    /// The bytes of all texts in memory.
    private(set) var bytes = 0

    deinit {
        for key in numbers.keys { key.text.deallocate() }
    }

    /// The number of a text, by `find` when it is not in memory; `nil` when `find` has none.
    mutating func number(
        of text: UnsafeBufferPointer<UInt8>, kind: Int64 = 0, else find: () throws(StoreError) -> Int64?
    ) throws(StoreError) -> Int64? {
        if let number = numbers[Key(kind: kind, text: text)] { return number }
        guard let number = try find() else { return nil }
        if numbers.count >= Self.capacity || bytes + text.count > Self.memory { forget() }
        bytes += text.count
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = copy.initialize(from: text)
        numbers[Key(kind: kind, text: UnsafeBufferPointer(copy))] = number
        return number
    }

    mutating func forget() {
        for key in numbers.keys { key.text.deallocate() }
        numbers = [:]
        bytes = 0
    }
}
