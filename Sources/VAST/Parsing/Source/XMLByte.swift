/// Bytes with a meaning in XML.
enum XMLByte {
    static let lessThan: UInt8 = 0x3C
    static let greaterThan: UInt8 = 0x3E
    static let equals: UInt8 = 0x3D
    static let quote: UInt8 = 0x22
    static let apostrophe: UInt8 = 0x27
    static let slash: UInt8 = 0x2F
    static let colon: UInt8 = 0x3A
    static let space: UInt8 = 0x20
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D

    /// White space as XML defines it.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == space || byte == 0x09 || byte == newline || byte == carriageReturn
    }
}
