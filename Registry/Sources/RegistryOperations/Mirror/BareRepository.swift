import Git

/// A bare repository of a mirror that lies on this machine.
struct BareRepository {
  let path: String

  var exists: Bool { LocalFile.kind(at: path) != nil }

  /// Makes it, empty, if there is none; a run that is killed leaves all of it or nothing.
  func make() throws {
    if exists { return }
    let staging = "\(path).part"
    try LocalFile.removeAll(staging)
    _ = try Repository.create(at: staging, isBare: true)
    try SystemFile.sync(all: ["\(staging)/HEAD", "\(staging)/config", staging])
    try LocalFile.move(staging, to: path)
    try SystemFile.sync(all: [LocalFile.parent(of: path)])
  }

  /// What its references lead to, by their whole names.
  func references() throws -> [String: ObjectID] {
    var references: [String: ObjectID] = [:]
    for reference in try Repository.open(at: path).references(matching: "refs/*") {
      if case .object(let id) = reference.target { references[reference.name] = id }
    }
    return references
  }

  /// Stores the objects first, then changes the references, each in one step.
  ///
  /// - Parameters:
  ///   - source: Where the objects are now.
  ///   - present: What ``references()`` answered.
  func apply(
    _ changes: [ReferenceChange],
    present: [String: ObjectID],
    from source: borrowing Repository
  ) throws {
    let repository = try Repository.open(at: path)
    try source.pack(changes.compactMap(\.object), into: repository)
    for change in changes {
      // What a killed run left.
      let lock = repository.lockPath(ofReference: change.name)
      try AbandonedLocks.remove(lock, holding: change.object.map { "\($0)\n" })
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
  }
}
