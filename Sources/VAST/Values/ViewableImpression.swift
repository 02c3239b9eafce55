/// Addresses that count whether an ad was viewable (from 4.0 on); one of the three lists is asked for, once.
public struct ViewableImpression: Sendable, Hashable {
    /// As the server names it.
    public var id: String?
    /// When it was.
    public var viewable: [URLTemplate]
    /// When it was not.
    public var notViewable: [URLTemplate]
    /// When nobody can tell.
    public var undetermined: [URLTemplate]

    /// Makes the three lists; all are empty unless given.
    public init(
        id: String? = nil, viewable: [URLTemplate] = [], notViewable: [URLTemplate] = [],
        undetermined: [URLTemplate] = []
    ) {
        self.id = id
        self.viewable = viewable
        self.notViewable = notViewable
        self.undetermined = undetermined
    }
}
