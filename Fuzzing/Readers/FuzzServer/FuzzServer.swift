import Foundation

/// What libFuzzer calls for each input; it brings a `main` of its own. The first byte chooses the reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: bytes, count: count)
    guard let first = input.first else { return 0 }
    let reader = Reader.allCases[Int(first) % Reader.allCases.count]
    reader.read(Array(input.dropFirst()))
    return 0
}
