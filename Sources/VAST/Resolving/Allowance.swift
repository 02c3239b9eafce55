/// How many documents may still be fetched, counted over all ads of a plan that are looked at side by side.
actor Allowance {
    private var documents: Int

    init(documents: Int) {
        self.documents = documents
    }

    /// Takes one.
    /// - Returns: whether there was one left.
    func take() -> Bool {
        guard documents > 0 else { return false }
        documents -= 1
        return true
    }
}
