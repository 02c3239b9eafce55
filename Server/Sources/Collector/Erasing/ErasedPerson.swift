/// A person of whom the warehouse keeps nothing, as a ``ProjectionFold`` sees them.
struct ErasedPerson: Equatable {
    let ids: PersonIDs
    /// The number of the app and stream in the ``NameTable``.
    let scope: Int64
    /// The numbers in the ``NameTable`` of the ids, in this app and stream.
    let readers: [Int64]
    /// Those of ``readers`` that are installs.
    let installs: [Int64]
    /// The numbers of installs that opted out of placements and are known for something else too: of them, only what is
    /// known by events with ``mixedNames`` goes.
    let mixed: [Int64]
    /// The numbers of those events' names.
    let mixedNames: Set<Int64>
}
