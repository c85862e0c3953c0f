import Git
import GitValues
import Workspace
import Writing

/// The repository of a component, wherever it is.
protocol MirrorPlace {
  func references() throws -> MirrorReferences

  /// The commits that some of its references lead to, by the references' names.
  func commits(at references: [String]) throws -> [String: ForeignRepository.Commit]

  /// So many commits from what a reference leads to, each followed by its first parent.
  func line(from reference: String, count: Int) throws -> [ForeignRepository.Commit]

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

  func commits(at references: [String]) throws -> [String: ForeignRepository.Commit] {
    let repository = try Repository.open(at: mirrored.path)
    return try ForeignRepository.Commit.read(references, from: repository)
  }

  func line(from reference: String, count: Int) throws -> [ForeignRepository.Commit] {
    try ForeignRepository.Commit.line(
      from: reference,
      count: count,
      in: Repository.open(at: mirrored.path)
    )
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

extension MirrorReferences {
  /// Those of a repository on this machine.
  init(of repository: borrowing Repository) throws {
    var objects: [String: ObjectID] = [:]
    var targets: [String: ObjectID] = [:]
    for reference in try repository.references(matching: "refs/*") {
      guard case .object(let id) = reference.target else { continue }
      objects[reference.name] = id
      guard reference.name.hasPrefix("refs/tags/"), try repository.header(of: id)?.kind == .tag,
        let tag = try? repository.tag(String(reference.name.dropFirst("refs/tags/".count)))
      else { continue }
      targets[reference.name] = tag.target
    }
    switch try repository.head() {
    case .branch(let name, _), .unborn(let name):
      self.init(objects: objects, targets: targets, head: name)
    case .detached: self.init(objects: objects, targets: targets)
    }
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
      commits[reference] = try Self(id, in: repository)
    }
    return commits
  }

  static func line(
    from reference: String,
    count: Int,
    in repository: borrowing Repository
  ) throws -> [ForeignRepository.Commit] {
    var line: [ForeignRepository.Commit] = []
    var next: ObjectID? = try repository.commit(named: reference)
    while let id = next, line.count < count, repository.contains(id) {
      let commit = try Self(id, in: repository)
      line.append(commit)
      next = commit.parents.first
    }
    return line
  }

  private init(_ id: ObjectID, in repository: borrowing Repository) throws {
    let commit = try repository.commit(id)
    let names = try repository.entries(of: commit.tree).map(\.name)
    self.init(
      id: id,
      tree: commit.tree,
      parents: commit.parents,
      message: commit.message,
      isPackage: names.contains("Package.swift")
    )
  }
}
