import Crypto
package import Foundation

/// Comparison whose duration says nothing about where two secrets differ.
package enum ConstantTime {
    /// Compares bytes. Their numbers may be learned from the duration, their values not.
    package static func equal(_ left: some ContiguousBytes, _ right: some ContiguousBytes) -> Bool {
        SymmetricKey(data: left) == SymmetricKey(data: right)
    }

    /// Compares texts by their UTF-8.
    package static func equal(_ left: String, _ right: String) -> Bool {
        equal(Array(left.utf8), Array(right.utf8))
    }
}
