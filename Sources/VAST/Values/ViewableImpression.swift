/// Addresses that report the viewability of an ad (from 4.0 on). One of the three lists is requested, once.
public struct ViewableImpression: Sendable, Hashable {
    /// The ad server's id.
    public var id: String?
    /// Requested when the ad was viewable.
    public var viewable: [URLTemplate]
    /// Requested when the ad was not viewable.
    public var notViewable: [URLTemplate]
    /// Requested when the viewability is unknown.
    public var undetermined: [URLTemplate]

    /// Lists that are not given are empty.
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
