/// The ids by which the warehouse knows a person. They come from the app, a recipient's record, or links.
public struct PersonIDs: Sendable, Hashable, Codable {
    /// The most ids of each kind; more are ignored.
    public static let most = 100

    /// The recipient's id.
    public var recipient: String?
    /// Ids of the recipient's mobile user id column, the present one and earlier ones.
    public var mobileUsers: [String]
    /// Ids of the app's users, as Marquee's SDK sends them.
    public var users: [String]
    /// Installs that belong to this person alone.
    public var devices: [String]

    /// A person with some of these ids.
    public init(
        recipient: String? = nil, mobileUsers: [String] = [], users: [String] = [], devices: [String] = []
    ) {
        self.recipient = recipient
        self.mobileUsers = mobileUsers
        self.users = users
        self.devices = devices
    }

    /// Whether no id is given; an empty one is none.
    public var isEmpty: Bool {
        (recipient ?? "").isEmpty && (mobileUsers + users + devices).allSatisfy(\.isEmpty)
    }

    /// The ids without empty ones, and not more than ``most`` of a kind.
    var bounded: PersonIDs {
        func bounded(_ ids: [String]) -> [String] { Array(ids.lazy.filter { !$0.isEmpty }.prefix(Self.most)) }
        return PersonIDs(
            recipient: recipient.flatMap { $0.isEmpty ? nil : $0 }, mobileUsers: bounded(mobileUsers),
            users: bounded(users), devices: bounded(devices))
    }

    /// The ids by which installs are found, with their kinds.
    var named: [(kind: IdentityLink.Kind, id: String)] {
        var named: [(kind: IdentityLink.Kind, id: String)] = []
        if let recipient { named.append((.recipient, recipient)) }
        for id in mobileUsers { named.append((.mobileUser, id)) }
        return named
    }

    /// The subjects under which ``EventSlots`` knows events with one of the ids.
    func subjects(scope: Int64) -> [Int64] {
        var subjects: [Int64] = []
        func add(_ id: String, _ subject: (UnsafeBufferPointer<UInt8>) -> EventSlots.Subject) {
            var id = id
            subjects.append(id.withUTF8 { subject($0).hash(scope: scope) })
        }
        if let recipient { add(recipient, EventSlots.Subject.recipient) }
        for id in mobileUsers { add(id, EventSlots.Subject.mobileUser) }
        for id in users { add(id, EventSlots.Subject.user) }
        for id in devices { add(id, EventSlots.Subject.install) }
        return subjects
    }
}
