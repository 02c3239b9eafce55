extension FaultPoint {
    /// After the refused purposes are written to a second file, and before the rename.
    public static let refusalWritten = FaultPoint("consent.written")
}
