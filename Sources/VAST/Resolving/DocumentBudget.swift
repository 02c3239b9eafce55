/// The number of documents that may still be fetched, shared by all ads of a plan.
actor DocumentBudget {
    private var documents: Int

    init(documents: Int) {
        self.documents = documents
    }

    /// Uses one document of the budget.
    /// - Returns: whether one was left.
    func takeDocument() -> Bool {
        guard documents > 0 else { return false }
        documents -= 1
        return true
    }
}
