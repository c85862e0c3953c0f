import Git
import Model

/// The repository of a component, wherever it is.
protocol MirrorPlace {
  func references() throws -> MirrorReferences

  /// A repository on this machine with some of its references, and so many commits of each.
  func repository(with references: [String], depth: Int) throws -> Repository

  /// Sends what was worked out, and returns what the repository did not take; all else is done.
  func apply(
    _ mirror: ComponentMirror,
    from repository: borrowing Repository
  ) throws -> [PushRefusal]
}

/// A repository in a folder of this machine, to which nothing else writes.
struct LocalPlace: MirrorPlace {
  let mirrored: BareRepository

  func references() throws -> MirrorReferences {
    guard mirrored.exists else { return MirrorReferences() }
    return try MirrorReferences(of: Repository.open(at: mirrored.path))
  }

  func repository(with references: [String], depth: Int) throws -> Repository {
    try Repository.open(at: mirrored.path)
  }

  func apply(
    _ mirror: ComponentMirror,
    from repository: borrowing Repository
  ) throws -> [PushRefusal] {
    try mirrored.make()
    try mirrored.apply(
      mirror.changes,
      besides: mirror.history,
      present: mirror.references.objects,
      known: mirror.references.known,
      from: repository
    )
    return []
  }
}
