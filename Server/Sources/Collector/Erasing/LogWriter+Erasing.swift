import MarqueeWire
import PlatformStore

extension LogWriter {
    /// Rows that one step looks at.
    private static let eraseStep = 5_000
    /// Rows of slots that one step looks for.
    private static let slotStep = 2_000
    /// Unreadable batches that one step looks at.
    private static let letterStep = 50

    /// Notes that a person is to be erased; ``erase(oldestUnfolded:now:)`` does it.
    func requestErasure(_ ids: PersonIDs, scope: Scope, now: Timestamp) throws(StoreError) -> Int64 {
        let ids = ids.bounded
        guard !ids.isEmpty else { throw StoreError(.invalid, "an erasure needs an id") }
        var id: Int64 = 0
        try transaction { () throws(StoreError) in
            id = try erasures.add(ids, scope: try number(of: scope), asked: now)
        }
        return id
    }

    /// Notes that installs opted out of placements, and the place of the last of them among all opt-outs.
    func requestErasure(
        ofOptedOut installs: [Scope: [String]], through place: String, now: Timestamp
    ) throws(StoreError) {
        try transaction { () throws(StoreError) in
            for (scope, installs) in installs {
                try erasures.add(
                    PersonIDs(devices: installs), scope: try number(of: scope), asked: now, isOptOut: true)
            }
            try erasures.store(optOutPlace: place)
        }
    }

    /// Does one step of the oldest erasure; `false` when there is nothing to do now.
    ///
    /// An erasure begins when the spool holds no batch from before it was asked for. Each step and its place are stored in
    /// one transaction, so a process that ends goes on where it was.
    func erase(oldestUnfolded: Timestamp?, now: Timestamp) throws(StoreError) -> Bool {
        guard var task = try erasures.next() else { return false }
        if task.stage == .events, task.position == nil, let oldestUnfolded, oldestUnfolded <= task.asked {
            return false
        }
        try transaction { () throws(StoreError) in
            switch task.stage {
            case .events where task.isOptOut: try eraseOptedOutEvents(&task)
            case .events:
                let (ids, scope) = (task.ids, task.scope)
                try eraseEvents(&task) { event in
                    event.scope == scope && !event.install.isEmpty && EventIDs(event).isAny(of: ids)
                }
            case .slots: try eraseSlots(&task)
            case .projections: try eraseProjections(&task)
            case .letters: try eraseLetters(&task)
            case .names: return try eraseNames(task, now)
            }
            try erasures.store(task)
        }
        return true
    }

    /// Events of placements lose their content, and then nothing is left of installs that have no other events.
    ///
    /// Anybody with the app's secret can report the opt-out of any install, and choose its id. So what belongs to an event
    /// that stays is kept: all that is known of its install, and its slots, whose subjects are hashes without a key.
    private func eraseOptedOutEvents(_ task: inout Erasures.Task) throws(StoreError) {
        if task.position == nil {
            // Opt-outs of any number of installs that were never here can be reported.
            task.ids.devices = try NameTable.numbers(
                of: task.ids.devices, .install(task.scope), in: connection
            ).map(\.id)
            guard !task.ids.isEmpty else {
                task.stage = .names
                return
            }
        }
        let (scope, names) = (task.scope, try placementNames())
        let installs = Set(task.ids.devices.map { Array($0.utf8) })
        let subjects = Set(task.ids.subjects(scope: scope))
        var kept = task.kept
        try eraseEvents(&task) { event in
            if event.scope == scope, names.contains(event.name), installs.contains(event.installBytes) { return true }
            if !event.install.isEmpty { kept.formUnion(subjects.intersection(event.subjects)) }
            return false
        }
        task.kept = kept
    }

    /// The numbers of the names of placements' events.
    private func placementNames() throws(StoreError) -> Set<Int64> {
        var names: Set<Int64> = []
        for name in PlacementEventName.allCases {
            if let number = try NameTable.number(of: name.rawValue, in: connection) { names.insert(number) }
        }
        return names
    }

    /// Looks at the next events in the slots of the task's ids.
    /// - Parameter isErased: whether an event loses its content.
    private func eraseEvents(
        _ task: inout Erasures.Task, _ isErased: (LoggedEvent) -> Bool
    ) throws(StoreError) {
        let subjects = task.ids.subjects(scope: task.scope)
        var found: [LoggedEvent.Place] = []
        var walk = try EventWalk(
            connection, before: task.position.flatMap { EventCursor($0) }, budget: Self.eraseStep,
            blockCost: max(10, subjects.count))
        let next = try walk.run { (slots) throws(StoreError) in
            try slots.any(subjects)
        } visit: { (row) throws(StoreError) in
            let event = LoggedEvent(row)
            if isErased(event) { found.append(event.place) }
            return false
        }
        try sweep.empty(found)
        task.events += found.count
        task.position = next?.description
        if next == nil { task.stage = .slots }
    }

    private func eraseSlots(_ task: inout Erasures.Task) throws(StoreError) {
        let next = try connection.prepare("SELECT MIN(block) FROM event_slot WHERE block > ?")
        let remove = try connection.prepare("DELETE FROM event_slot WHERE block = ? AND subject = ?")
        let subjects = task.erased.subjects(scope: task.scope)
        // Events of who opted in again may have arrived since; those of today would never be found again.
        let end = task.isOptOut ? EventSlots.Place(made: task.asked.milliseconds).block : Int64.max
        // What is known to be written is so no more.
        defer { slots.forget() }
        var block = task.position.flatMap { Int64($0) } ?? -1
        for _ in 0..<max(1, Self.slotStep / max(1, subjects.count)) {
            next.bind(1, block)
            guard try next.step(), !next.isNull(0), next.integer(0) < end else {
                next.reset()
                (task.stage, task.position) = (.projections, nil)
                return
            }
            block = next.integer(0)
            next.reset()
            for subject in subjects {
                remove.bind(1, block)
                remove.bind(2, subject)
                try remove.run()
            }
        }
        task.position = String(block)
    }

    private func eraseProjections(_ task: inout Erasures.Task) throws(StoreError) {
        let place = task.position.flatMap { Int($0) } ?? 0
        guard place < folds.count else {
            // What the server records itself can be read.
            (task.stage, task.position) = (task.isOptOut ? .names : .letters, nil)
            return
        }
        let isDone = try !folds[place].fold.erase(person(task))
        task.position = String(isDone ? place + 1 : place)
    }

    private func eraseLetters(_ task: inout Erasures.Task) throws(StoreError) {
        let next = try deadLetters.remove(
            with: task.ids, scope: task.scope, after: task.position.flatMap { Int64($0) } ?? 0, limit: Self.letterStep)
        task.position = next.map(String.init)
        if next == nil { task.stage = .names }
    }

    /// The numbers of the ids stay in figures, where they count a person of whom nothing is known: their texts go.
    private func eraseNames(_ task: Erasures.Task, _ now: Timestamp) throws(StoreError) {
        let rename = try connection.prepare("UPDATE term SET text = char(1) || 'x' || id WHERE id = ?")
        for number in try person(task).readers {
            rename.bind(1, number)
            try rename.run()
        }
        forgetNames()
        try erasures.finish(task, at: now)
    }

    private func person(_ task: Erasures.Task) throws(StoreError) -> ErasedPerson {
        let (ids, scope) = (task.erased, task.scope)
        func numbers(_ ids: [String], _ reader: NameTable.Reader) throws(StoreError) -> [Int64] {
            try NameTable.numbers(of: ids, reader, in: connection).map(\.number)
        }
        let installs = try numbers(ids.devices, .install(scope))
        let others =
            try numbers(ids.users, .user(scope)) + numbers(ids.mobileUsers, .mobileUser(scope))
            + numbers(ids.recipient.map { [$0] } ?? [], .recipient(scope))
        let mixed = try numbers(task.mixed, .install(scope))
        return ErasedPerson(
            ids: ids, scope: scope, readers: installs + others, installs: installs, mixed: mixed,
            mixedNames: mixed.isEmpty ? [] : try placementNames())
    }

    /// Removes a link, or makes it hold again.
    /// - Returns: whether there was such a link.
    func setLink(_ link: IdentityLink.Key, scope: Scope, removed: Timestamp?) throws(StoreError) -> Bool {
        let update = try connection.prepare(
            "UPDATE identity_link SET removed = ? WHERE scope = ? AND install = ? AND kind = ? AND id = ?")
        var isFound = false
        try transaction { () throws(StoreError) in
            update.bind(1, removed?.milliseconds)
            update.bind(2, try number(of: scope))
            update.bind(3, link.install)
            update.bind(4, Int64(link.kind.rawValue))
            update.bind(5, link.id)
            try update.run()
            isFound = update.changes > 0
        }
        return isFound
    }
}
