import Foundation

/// What libFuzzer calls for each input; it brings a `main` of its own.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    Journey(Data(UnsafeBufferPointer(start: bytes, count: count))).run()
    return 0
}
