/// Estimates the number of words of a page, from which the reading time is calculated.
enum WordCount {
    /// Counts runs of non-space characters outside tags. A character of a script without spaces counts as half a word.
    static func of(_ page: [UInt8]) -> Int {
        var words = 0
        var halves = 0
        var isInTag = false
        var isInWord = false
        page.withUnsafeBufferPointer { bytes in
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "<"):
                    isInTag = true
                    isInWord = false
                case UInt8(ascii: ">"): isInTag = false
                case _ where isInTag: break
                case 0x09...0x20: isInWord = false
                // Lead bytes of U+3000 … U+DFFF: CJK, kana and Hangul.
                case 0xE3...0xED: halves += 1
                case 0x80...0xFF: break
                default:
                    if !isInWord { words += 1 }
                    isInWord = true
                }
            }
        }
        return words + halves / 2
    }
}
