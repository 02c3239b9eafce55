package import HTTPTypes

extension HTTPFields {
    /// What stands in `Authorization: Bearer` (RFC 6750, section 2.1); the scheme's name is read in any case. `nil` for a
    /// missing header, for another scheme, and for more than 4,096 bytes.
    package var bearerToken: String? {
        guard let header = self[.authorization]?.utf8, header.count <= 4096 else { return nil }
        let scheme = header.prefix { $0 != UInt8(ascii: " ") }
        guard scheme.elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }) else { return nil }
        let token = header[scheme.endIndex...].drop { $0 == UInt8(ascii: " ") }
        return token.isEmpty ? nil : String(Substring(token))
    }
}
