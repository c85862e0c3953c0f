import Files
import Git
import GitValues
import RegistryModel
import Versioning
import Workspace
import Writing

/// Brings one component's repository up to date, beside others that do the same with theirs.
struct MirrorWork: Sendable {
  let target: MirrorTarget
  let repositories: MirrorRepositories
  /// Of the monorepo.
  let gitDirectory: String
  /// Where what is to be pushed is put together; `nil` where nothing is.
  let staging: String?
  let isDryRun: Bool

  /// - Returns: `nil` for a component without releases.
  func mirror(_ name: ComponentName, _ log: ReleaseLog) throws -> Mirror.Component? {
    if log.releases.isEmpty { return nil }
    let place = try place(of: name)
    // Opened for itself, since what it stores stays in memory.
    let repository = try Repository.open(at: gitDirectory)
    try repository.storeInMemory()
    let mirror =
      switch target {
      case .folder:
        try mirrorLocally(at: place, from: repository) { present in
          try ComponentMirror(name, log, repositories, present: present, in: repository)
        }
      case .remote, .repositories:
        try mirrorRemotely(name, at: place, from: repository) { present in
          try ComponentMirror(name, log, repositories, present: present, in: repository)
        }
      }
    return Mirror.Component(
      name: name,
      repository: place,
      written: mirror.written,
      withdrawn: mirror.withdrawn
    )
  }

  /// The path or the URL of a component's repository.
  func place(of name: ComponentName) throws(OperationError) -> String {
    switch target {
    case .folder, .remote: return "\(target)/\(repositories.packageName(of: name)).git"
    case .repositories:
      if let url = repositories.url(of: name) { return url }
      throw OperationError(
        .noBaseURL,
        "the manifest names no repository of '\(name)'",
        help: "add the URL of all under \"repositories\", as in"
          + " \"https://git.example.com/swift-{name}\", or of this one as its \"repository\""
      )
    }
  }

  private func mirrorLocally(
    at place: String,
    from repository: borrowing Repository,
    _ mirror: ([String: ObjectID]) throws -> ComponentMirror
  ) throws -> ComponentMirror {
    let mirrored = BareRepository(path: place)
    let present = try mirrored.exists ? mirrored.references() : [:]
    let mirror = try mirror(present)
    if isDryRun { return mirror }
    try mirrored.make()
    try mirrored.apply(mirror.changes, present: present, from: repository)
    return mirror
  }

  private func mirrorRemotely(
    _ name: ComponentName,
    at place: String,
    from repository: borrowing Repository,
    _ mirror: ([String: ObjectID]) throws -> ComponentMirror
  ) throws -> ComponentMirror {
    guard let staging else {
      return try repository.pushing(to: place) { try mirror($0.references()) }
    }
    // Git pushes what has a name, and the monorepo is only read.
    let staged = BareRepository(path: "\(staging)/\(name).git")
    try LocalFile.makeDirectories(staging)
    defer { try? LocalFile.removeAll(staged.path) }
    try staged.make()
    return try Repository.open(at: staged.path).pushing(to: place) { connection in
      let mirror = try mirror(connection.references())
      try staged.apply(mirror.changes, present: [:], from: repository)
      try connection.push(mirror.changes)
      return mirror
    }
  }
}
