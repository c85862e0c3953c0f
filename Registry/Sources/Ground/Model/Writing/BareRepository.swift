import Base
package import Git

/// A bare repository of a mirror, on this machine.
package struct BareRepository {
  /// The path of the repository, which need not exist.
  package let path: String

  package init(path: String) {
    self.path = path
  }

  package var exists: Bool { LocalFile.kind(at: path) != nil }

  /// Creates it, empty, if it does not exist; a killed run leaves all of it or nothing.
  package func make() throws {
    if exists { return }
    let staging = "\(path).part"
    try LocalFile.removeAll(staging)
    _ = try Repository.create(at: staging, isBare: true)
    try LocalFile.sync(all: ["\(staging)/HEAD", "\(staging)/config", staging])
    try LocalFile.move(staging, to: path)
    try LocalFile.sync(all: [LocalFile.parent(of: path)])
  }

  /// The targets of its references, by full name.
  package func references() throws -> [String: ObjectID] {
    var references: [String: ObjectID] = [:]
    for reference in try Repository.open(at: path).references(matching: "refs/*") {
      if case .object(let id) = reference.target { references[reference.name] = id }
    }
    return references
  }

  /// Stores the objects first, then changes the references, each in one step.
  ///
  /// - Parameters:
  ///   - commits: Further ones to store.
  ///   - present: What ``references()`` answered.
  ///   - known: Other objects that it has.
  ///   - source: Where the objects are now.
  package func apply(
    _ changes: [ReferenceChange],
    besides commits: [ObjectID] = [],
    present: [String: ObjectID],
    known: Set<ObjectID> = [],
    from source: borrowing Repository
  ) throws {
    let repository = try Repository.open(at: path)
    let known = known.union(present.values)
    let objects = changes.compactMap(\.object).filter { !known.contains($0) }
    try removeLeftovers(before: changes, holding: known.union(objects), in: repository)
    let pack = try source.pack(objects + commits, into: repository)
    for change in changes {
      if let object = change.object {
        try repository.updateReference(
          change.name,
          to: object,
          expecting: present[change.name],
          reason: "registry mirror"
        )
      } else if let old = present[change.name] {
        try repository.deleteReference(change.name, expecting: old)
      }
    }
    try pack?.release()
  }

  /// Removes what a killed run left: only this program writes here, one run at a time.
  ///
  /// - Parameter objects: What that run can have pointed a reference to: it made some of the changes
  ///   that are to be made now, or others, if there were other releases then.
  private func removeLeftovers(
    before changes: [ReferenceChange],
    holding objects: Set<ObjectID>,
    in repository: borrowing Repository
  ) throws {
    try repository.removeAbandonedPacks()
    var locks = AbandonedLocks()
    for folder in ["refs/heads", "refs/tags", "refs/yanked"] {
      let directory = "\(path)/\(folder)"
      guard LocalFile.kind(at: directory) == .directory else { continue }
      for name in try LocalFile.names(in: directory) where name.hasSuffix(".lock") {
        locks.add("\(directory)/\(name)", holding: .objects(objects))
      }
    }
    for change in changes {
      locks.add(repository.lockPath(ofReference: change.name), holding: .objects(objects))
    }
    locks.addPackedReferences(of: repository)
    try locks.remove()
  }
}
