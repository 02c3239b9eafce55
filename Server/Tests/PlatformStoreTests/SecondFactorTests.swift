import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// The code after the password.
@Suite struct SecondFactorTests {
    private let password = "correct horse battery"
    private let home = SignInOrigin(address: "192.0.2.1")

    /// RFC 6238, appendix B, the column of SHA-1: seconds since 1970, and the code of eight digits.
    @Test(arguments: [
        (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ])
    func `codes are those of the standard`(_ seconds: Int64, _ code: String) {
        let password = OneTimePassword(secret: Data("12345678901234567890".utf8))
        let step = OneTimePassword.step(at: Timestamp(milliseconds: seconds * 1000))
        #expect(password.code(step: step, digits: 8) == code)
        #expect(password.code(step: step) == code.suffix(6))
    }

    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("foobar", "MZXW6YTBOI"),
    ])
    func `base 32 is that of the standard`(_ plain: String, _ encoded: String) {
        #expect(Base32.text(plain.utf8) == encoded)
    }

    @Test(arguments: [(-2, false), (-1, true), (0, true), (1, true), (2, false)])
    func `a code may be one period early or late`(_ distance: Int64, _ isRight: Bool) {
        let now = Timestamp(milliseconds: 1_790_000_000_000)
        let password = OneTimePassword(secret: Data("12345678901234567890".utf8))
        let step = OneTimePassword.step(at: now) + distance
        #expect(password.matches(password.code(step: step), at: now, after: 0) == (isRight ? step : nil))
        #expect(password.matches(password.code(step: step), at: now, after: step) == nil, "each code counts once")
    }

    @Test(arguments: StoreEngine.all) func `signing in asks for the code, and takes each code once`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (accounts, factor) = (store.platform.accounts, try await enrolled(store))
        store.advance(by: .seconds(60))
        let code = factor.code(step: OneTimePassword.step(at: store.now))
        let session = try await accounts.signIn(step: try await step(store), code: code, from: home)
        #expect(session.account.hasSecondFactor)
        #expect(try await accounts.session(token: session.token) != nil)
        let again = try await step(store)
        #expect(await refusal(store, again, code) == .refused, "the same code")
        #expect(await refusal(store, again, "000000") == .refused)
        #expect(await refusal(store, again, "") == .refused)
        store.advance(by: .seconds(30))
        let next = factor.code(step: OneTimePassword.step(at: store.now))
        let spaced = next.prefix(3) + " " + next.suffix(3)
        _ = try await accounts.signIn(step: again, code: String(spaced), from: home)
        #expect(await refusal(store, again, next) == .notFound, "a step opens one session")
    }

    @Test(arguments: StoreEngine.all) func `a step ends with its time and with the password`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let factor = try await enrolled(store)
        let late = try await step(store)
        store.advance(by: SQLAccountStore.stepLifetime)
        let code = factor.code(step: OneTimePassword.step(at: store.now))
        #expect(await refusal(store, late, code) == .notFound)
        let changed = try await step(store)
        try await store.platform.accounts.setPassword("another long one", of: "Ann", by: "Ann")
        #expect(await refusal(store, changed, code) == .notFound)
        #expect(await refusal(store, "made up", code) == .notFound)
    }

    @Test(arguments: StoreEngine.all)
    func `codes cannot be guessed faster than passwords, also by somebody who knows the password`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        _ = try await enrolled(store)
        var codes: [StoreError.Code?] = []
        for _ in 0..<SignInThrottle.freeFailures {
            codes.append(await refusal(store, try await step(store), "000000"))
        }
        #expect(codes == Array(repeating: .refused, count: SignInThrottle.freeFailures))
        let wait = await store.code {
            _ = try await store.platform.accounts.signIn(name: "Ann", password: password, from: home)
        }
        #expect(wait == .throttled)
        let log = try await store.platform.audit.entries(app: nil, before: nil, limit: 100)
        #expect(log.count { $0.action == "account.code_refused" } == SignInThrottle.freeFailures)
    }

    @Test(arguments: StoreEngine.all)
    func `wrong codes of one account are few, from however many addresses`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let factor = try await enrolled(store)
        let accounts = store.platform.accounts
        func refusal(from address: Int) async throws -> StoreError.Code? {
            let stranger = SignInOrigin(address: "192.0.2.\(address)", userAgent: "")
            let step = try await accounts.signIn(name: "Ann", password: password, from: stranger)
            guard case .codeRequired(let token) = step else { return nil }
            return await store.code { _ = try await accounts.signIn(step: token, code: "000000", from: stranger) }
        }
        for address in 0..<SignInThrottle.codesPerAccount { #expect(try await refusal(from: address) == .refused) }
        #expect(try await refusal(from: 200) == .throttled)
        store.advance(by: SignInThrottle.window)
        #expect(try await refusal(from: 201) == .throttled, "codes are counted for longer than passwords")
        store.advance(by: SignInThrottle.codeWindow)
        let code = factor.code(step: OneTimePassword.step(at: store.now))
        _ = try await accounts.signIn(step: try await step(store), code: code, from: home)
    }

    @Test(arguments: StoreEngine.all)
    func `counters of invented names push out no count of wrong codes`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        _ = try await enrolled(store)
        _ = await refusal(store, try await step(store), "000000")
        store.advance(by: Housekeeping.period)
        let latest = store.now.milliseconds
        let database = try await store.database.open(in: store.folder)
        _ = try await database.write { db in
            try db.execute(
                """
                WITH RECURSIVE invented (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM invented WHERE n <= 10000)
                INSERT INTO sign_in_attempt (account, origin, failures, started, latest)
                SELECT 'invented ' || n, '', 1, \(latest), \(latest) FROM invented
                """)
        }
        _ = await store.code {
            _ = try await store.platform.accounts.signIn(
                name: "nobody", password: "x", from: SignInOrigin(address: "192.0.2.9"))
        }
        let (all, codes) = try await database.read { db in
            try (
                db.count("SELECT COUNT(*) FROM sign_in_attempt"),
                db.count("SELECT COUNT(*) FROM sign_in_attempt WHERE origin = 'code'")
            )
        }
        #expect(all <= SignInThrottle.maximumCounters && codes == 1)
    }

    @Test(arguments: StoreEngine.all) func `a recovery code opens one session, however it is typed`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let accounts = store.platform.accounts
        let codes = try await recoveryCodes(store)
        #expect(codes.count == 10 && Set(codes).count == 10)
        let typed = codes[3].uppercased().replacing("-", with: " ")
        _ = try await accounts.signIn(step: try await step(store), code: typed, from: home)
        #expect(try await store.platform.secondFactors.recoveryCodes(of: "Ann") == 9)
        #expect(await refusal(store, try await step(store), codes[3]) == .refused)
        let renewed = try await store.platform.secondFactors.replaceRecoveryCodes(of: "Ann")
        #expect(await refusal(store, try await step(store), codes[4]) == .refused)
        _ = try await accounts.signIn(step: try await step(store), code: renewed[0], from: home)
    }

    @Test(arguments: StoreEngine.all) func `a factor is on after its first right code, and off when an owner says so`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let factors = store.platform.secondFactors
        _ = try await store.platform.accounts.createFirst(name: "Ann", password: password)
        #expect(await store.code { _ = try await factors.begin(for: "Bob") } == .notFound)
        #expect(await store.code { _ = try await factors.confirm(code: "000000", for: "Ann") } == .notFound)
        let enrolment = try await factors.begin(for: "Ann")
        #expect(try await factors.pending(for: "Ann") == enrolment)
        #expect(await store.code { _ = try await factors.confirm(code: "abcdef", for: "Ann") } == .refused)
        #expect(try await store.platform.accounts.accounts().map(\.hasSecondFactor) == [false])
        #expect(try await store.platform.accounts.signIn(name: "Ann", password: password, from: home).session != nil)
        _ = try await factors.confirm(code: try store.code(of: enrolment), for: "Ann")
        #expect(try await factors.pending(for: "Ann") == nil, "the secret is not shown again")
        #expect(await store.code { _ = try await factors.begin(for: "Ann") } == .alreadyExists)
        #expect(try await store.platform.accounts.signIn(name: "Ann", password: password, from: home).session == nil)
        try await factors.remove(from: "Ann", by: "Eve")
        #expect(try await store.platform.accounts.signIn(name: "Ann", password: password, from: home).session != nil)
        #expect(try await factors.recoveryCodes(of: "Ann") == 0)
        #expect(await store.code { try await factors.remove(from: "Ann", by: "Eve") } == .notFound)
        let log = try await store.platform.audit.entries(app: nil, before: nil, limit: 100)
        #expect(log.contains { $0.action == "account.second_factor_off" && $0.who == "Eve" && $0.subject == "Ann" })
    }

    @Test(arguments: StoreEngine.all) func `a secret that is not confirmed within an hour is forgotten`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        _ = try await store.platform.accounts.createFirst(name: "Ann", password: password)
        let enrolment = try await store.platform.secondFactors.begin(for: "Ann")
        store.advance(by: .seconds(3600))
        let code = try store.code(of: enrolment)
        #expect(
            await store.code { _ = try await store.platform.secondFactors.confirm(code: code, for: "Ann") } == .notFound
        )
    }

    @Test func `an enrolment has an address that authenticator apps read`() throws {
        let enrolment = try #require(
            SecondFactorEnrolment(secret: Data("12345678901234567890".utf8), account: "Ann Ågren/1?"))
        #expect(
            enrolment.address.absoluteString
                == "otpauth://totp/Marquee:Ann%20%C3%85gren/1%3F?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                + "&issuer=Marquee&algorithm=SHA1&digits=6&period=30")
    }

    @Test(arguments: StoreEngine.all) func `no secret and no code is readable in the database`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        _ = try await store.platform.accounts.createFirst(name: "Ann", password: password)
        let enrolment = try await store.platform.secondFactors.begin(for: "Ann")
        let codes = try await store.platform.secondFactors.confirm(code: try store.code(of: enrolment), for: "Ann")
        let bytes = try await store.databaseBytes()
        for secret in [enrolment.secret] + codes + codes.map({ $0.replacing("-", with: "") }) {
            #expect(bytes.firstRange(of: Data(secret.utf8)) == nil)
        }
        #expect(bytes.firstRange(of: try #require(store.bytes(of: enrolment))) == nil)
    }

    /// Ann with a second factor, whose enrolment used up the current code.
    private func enrolled(_ store: TemporaryPlatform) async throws -> OneTimePassword {
        _ = try await store.platform.accounts.createFirst(name: "Ann", password: password)
        let enrolment = try await store.platform.secondFactors.begin(for: "Ann")
        _ = try await store.platform.secondFactors.confirm(code: try store.code(of: enrolment), for: "Ann")
        return OneTimePassword(secret: try #require(store.bytes(of: enrolment)))
    }

    private func recoveryCodes(_ store: TemporaryPlatform) async throws -> [String] {
        _ = try await store.platform.accounts.createFirst(name: "Ann", password: password)
        let enrolment = try await store.platform.secondFactors.begin(for: "Ann")
        return try await store.platform.secondFactors.confirm(code: try store.code(of: enrolment), for: "Ann")
    }

    private func step(_ store: TemporaryPlatform) async throws -> String {
        let step = try await store.platform.accounts.signIn(name: "Ann", password: password, from: home)
        guard case .codeRequired(let token) = step else {
            Issue.record("no code is asked for")
            return ""
        }
        return token
    }

    private func refusal(_ store: TemporaryPlatform, _ step: String, _ code: String) async -> StoreError.Code? {
        await store.code { _ = try await store.platform.accounts.signIn(step: step, code: code, from: home) }
    }
}

extension TemporaryPlatform {
    /// The bytes of an enrolment's secret, read back from base 32.
    func bytes(of enrolment: SecondFactorEnrolment) -> Data? {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bytes, buffer, bits) = (Data(), 0, 0)
        for character in enrolment.secret {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            buffer = (buffer << 5 | value) & 0xFFF
            bits += 5
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(buffer >> bits & 0xFF))
        }
        return bytes
    }

    /// The code that an authenticator app shows now.
    func code(of enrolment: SecondFactorEnrolment) throws -> String {
        OneTimePassword(secret: try #require(bytes(of: enrolment))).code(step: OneTimePassword.step(at: now))
    }

    /// Everything that the database holds, as bytes.
    func databaseBytes() async throws -> Data {
        guard !database.isShared else {
            let rows = try await database.open(in: folder).read { db in
                let tables: [String] = try db.column("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
                return try tables.flatMap { try db.rows("SELECT * FROM \($0)") }
            }
            return rows.flatMap(\.values).reduce(into: Data()) { bytes, value in
                switch value {
                case .text(let text): bytes += Data(text.utf8)
                case .bytes(let content): bytes += content
                case .integer, .null: break
                }
            }
        }
        let file = folder.appending(path: "marquee.sqlite3")
        let log = try? Data(contentsOf: URL(filePath: file.path + "-wal"))
        return try Data(contentsOf: file) + (log ?? Data())
    }
}
