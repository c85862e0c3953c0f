import Git
import GitValues
import Workspace
import Writing

/// The repository of a component, wherever it is.
protocol MirrorPlace {
  /// What its references lead to, by their whole names.
  func references() throws -> [String: ObjectID]

  /// The commits that some of its references lead to, by the references' names.
  func commits(at references: [String]) throws -> [String: ForeignRepository.Commit]

  /// Sends what was worked out.
  func apply(
    _ mirror: ComponentMirror,
    present: [String: ObjectID],
    from repository: borrowing Repository
  ) throws
}

/// A repository in a folder of this machine, to which nothing else writes.
struct LocalPlace: MirrorPlace {
  let mirrored: BareRepository

  func references() throws -> [String: ObjectID] {
    try mirrored.exists ? mirrored.references() : [:]
  }

  func commits(at references: [String]) throws -> [String: ForeignRepository.Commit] {
    let repository = try Repository.open(at: mirrored.path)
    return try ForeignRepository.Commit.read(references, from: repository)
  }

  func apply(
    _ mirror: ComponentMirror,
    present: [String: ObjectID],
    from repository: borrowing Repository
  ) throws {
    try mirrored.make()
    try mirrored.apply(
      mirror.changes,
      besides: mirror.history,
      present: present,
      from: repository
    )
  }
}

extension ForeignRepository.Commit {
  static func read(
    _ references: [String],
    from repository: borrowing Repository
  ) throws -> [String: ForeignRepository.Commit] {
    var commits: [String: ForeignRepository.Commit] = [:]
    for reference in references {
      // A tag of something else is no release.
      guard let id = try? repository.commit(named: reference) else { continue }
      let commit = try repository.commit(id)
      let names = try repository.entries(of: commit.tree).map(\.name)
      commits[reference] = ForeignRepository.Commit(
        tree: commit.tree,
        message: commit.message,
        isPackage: names.contains("Package.swift")
      )
    }
    return commits
  }
}
