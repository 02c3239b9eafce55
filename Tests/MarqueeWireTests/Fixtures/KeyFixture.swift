import Foundation

/// Keys and signatures made for these tests with OpenSSL 3.0. The private halves were deleted.
enum KeyFixture {
    static let message = Data("signed bytes".utf8)

    /// X.509, RSA-2048 with SHA-256, valid from 2015-01-20 to 2020-01-19.
    static let expiredCertificate = decode(
        """
        MIICqDCCAZACAQEwDQYJKoZIhvcNAQELBQAwGjEYMBYGA1UEAwwPTWFycXVlZSBmaXh0dXJlMB4XDTE1MDEyMDAwMDAwMFoXDTIw
        MDExOTAwMDAwMFowGjEYMBYGA1UEAwwPTWFycXVlZSBmaXh0dXJlMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3fIV
        y0C/b4HpRU9ct8AP01nHpKTLXNSeYgCteTFLHOCYZcgYRAV6iuoiAbIkZSR4ddSXAAHe1UJqgSuN1mbFJb/+kg2bzmkq+eqJv9Lr
        8NSSxIi++cqhODZ8y8q+KzqIGnmeOBvo03D24+Y5KTK/Nb8N2EQUqS8AX2GJr+ClzaxquxBUyGTo5Hj2TGd11SaIUZecjLMaqWrg
        ljlGwvZKv2xjxS3auQzjNfquhS0O4pvQ7dYYtbBw51LFSrO9DChWZHPmvO0kOsxu3dSE0o5MZtjufAui4RyCkZaLe5AoxL5xw6nc
        dXtQ3bvd7UsKvm+E9GJN2EPYLxkMqLwIB9vIiwIDAQABMA0GCSqGSIb3DQEBCwUAA4IBAQB53yIntwcgyyr8N1AHeqFZDaV4oKMk
        0gJWT/kjuw22CYDPKIH2DTsPrnlFxIe1m1aemExeoc96cipy4Y3BYOC1jQv6NXDRdl0MJ5tBEUIeIwxgoC5q8moqhdJWWZtzWqAh
        Y0fYyVIhtt7Bw9/04t3yvyPz6GaFa9utZltH6xFkiGdSNyxbWu6a0tL5iSo8n9ydkBmDMFhDygmcRupUoOyugq+cqTF88+UJyUUJ
        Gm0auICTMvbiOPt4Oxelr1XrDX3Dc2eFT//XBTGRLwjVi4TQDVCg9XqiCEOSYDtcWH9Q8Yz2CZ14aJAztxiBWTkEQYm+8WH4W2G9
        HX/ZYXfC95Og
        """)

    /// The same RSA key, bare.
    static let rsa = decode(
        """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA3fIVy0C/b4HpRU9ct8AP01nHpKTLXNSeYgCteTFLHOCYZcgYRAV6iuoi
        AbIkZSR4ddSXAAHe1UJqgSuN1mbFJb/+kg2bzmkq+eqJv9Lr8NSSxIi++cqhODZ8y8q+KzqIGnmeOBvo03D24+Y5KTK/Nb8N2EQU
        qS8AX2GJr+ClzaxquxBUyGTo5Hj2TGd11SaIUZecjLMaqWrgljlGwvZKv2xjxS3auQzjNfquhS0O4pvQ7dYYtbBw51LFSrO9DChW
        ZHPmvO0kOsxu3dSE0o5MZtjufAui4RyCkZaLe5AoxL5xw6ncdXtQ3bvd7UsKvm+E9GJN2EPYLxkMqLwIB9vIiwIDAQAB
        """)

    /// ECDSA on P-256, bare.
    static let p256 = decode(
        """
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoUTyPWv5gU2SGjvA46rh/i8UAulCt3JxTANqwJCFZSCiwlqdBFhq3dWk58yzB8/p
        hkes0Awa5MTRiAVS0S72Iw==
        """)

    /// The same P-256 key in a certificate.
    static let p256Certificate = decode(
        """
        MIIBiTCCAS+gAwIBAgIUfciAOrnluZk+4CeBjDt/9aqTixUwCgYIKoZIzj0EAwIwGjEYMBYGA1UEAwwPTWFycXVlZSBmaXh0dXJl
        MB4XDTI2MTEyMTAyNTI0OVoXDTI2MTEyMjAyNTI0OVowGjEYMBYGA1UEAwwPTWFycXVlZSBmaXh0dXJlMFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAEoUTyPWv5gU2SGjvA46rh/i8UAulCt3JxTANqwJCFZSCiwlqdBFhq3dWk58yzB8/phkes0Awa5MTRiAVS0S72
        I6NTMFEwHQYDVR0OBBYEFN3uRqtmDLKJDvlRpszqt2XXUtxwMB8GA1UdIwQYMBaAFN3uRqtmDLKJDvlRpszqt2XXUtxwMA8GA1Ud
        EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgGzx0aKRp3x0Gn7AXnvL43CXk693LinN/UnaLS8nRIgMCIQD7ASDOZDqjbjuZ
        4vt3AoWYnTXkgp/rWreu9PuXrTlOSg==
        """)

    /// Ed25519, bare.
    static let ed25519 = decode(
        """
        MCowBQYDK2VwAyEAbTfDnWrilf3gajW5ogAhMV8CSrBWQRFyEJKESQnyGeg=
        """)

    /// ECDSA on P-384.
    static let p384 = decode(
        """
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEQnjdUzjrzh2pMpgFeoFR0/RwhJRUqB/nxpIoAik2tuqzUJr1R8lPirJ2KJiC50wSiUky
        f5XQT3ZVMaWbRjEj433alMGJ6sJGbHi3rAn5AcPUaeGssf2l2m78M2RZvW6J
        """)

    /// RSA of 1024 bits.
    static let rsa1024 = decode(
        """
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDPFSsrQyvQqhhydPKbq49qRJK4QLz3WqMNom8d5G4IRZxB+Itc10y+SBZ/kleK
        BERHJU2wTCznTQ6ugF6gtRI0wJMmmyvEwuTzARttK5vh0qiS+sekkyH13KAUxXOMjCK12IHA9I7tcxMI2Jf7ZkQwSK92dwaoknCt
        S2L+eZSIJQIDAQAB
        """)

    /// PKCS #1 v1.5 with SHA-256 over `message` by `rsa`.
    static let rsaSignature = decode(
        """
        fqeEcdQOae422jtGr2Av8MEcqV2XdhGG9dha2HJIxbOONUwm5yQRqRGiWs8qTbO0I7BjMJL2zb3hkutqRHkQBh1895y0vP8K1xWC
        EBTK4LYfwaOkOdkIYOc7ahozOF99rXSoV2MuoMVwjn30ALoLbr84cqpZOZMgvxRKLVYIPzYiKcx732P8WmgGpaUZfQTInwpY5IXp
        McoEjH3i38ZwW+sMvI5nX5GThkPP3f8yJkRwjdzVUNyG3ZJL/LB/ayRf87TAhdGLQWxJ3yAXxqcE9DzxWaSCxLSkymppQiRh9x6Z
        b2jjGM7EdW0TcIUoWV2h7PRYJtnM7jkw5zOnyV5wkA==
        """)

    /// Over `message` by `ed25519`.
    static let ed25519Signature = decode(
        """
        Fhg1u+OWwr1qniXElqnoLnLUudENlUG6rFWXeCosLcP+ZpmA0+sYhrJe/Pa/ii/kLUj0jGz+XFQe4H4HbdKPDg==
        """)

    private static func decode(_ text: String) -> Data {
        Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
    }
}
