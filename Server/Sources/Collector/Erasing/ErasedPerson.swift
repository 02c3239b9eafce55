/// A person of whom the warehouse keeps nothing, as a ``ProjectionFold`` sees them.
struct ErasedPerson: Equatable {
    let ids: PersonIDs
    /// The number of the app and stream in the ``NameTable``.
    let scope: Int64
    /// The numbers in the ``NameTable`` of the ids, in this app and stream.
    let readers: [Int64]
    /// Those of ``readers`` that are installs.
    let installs: [Int64]
}
