import Base
import Git
import Model

/// A repository that git reaches by a URL.
struct RemotePlace: MirrorPlace {
  let url: String
  let git: RemoteGit
  /// Where what is fetched lies, and where what is pushed is put together.
  let staging: StagingRepository

  /// The path if it is on this machine, so that no git has to be asked.
  private var localPath: String? {
    git.localPath(of: url).flatMap { path in
      LocalFile.kind(at: "\(path)/objects") == .directory ? path : nil
    }
  }

  func references() throws -> MirrorReferences {
    if let path = localPath { return try MirrorReferences(of: Repository.open(at: path)) }
    return try git.references(of: url, ["--symref"])
  }

  func repository(with references: [String], depth: Int) throws -> Repository {
    try staging.make()
    try staging.fetch(references.map { "+\($0):\($0)" }, depth: depth, from: url, git)
    return try Repository.open(at: staging.path)
  }

  func apply(
    _ update: some MirrorUpdate,
    from repository: borrowing Repository
  ) throws -> [PushRefusal] {
    if update.changes.isEmpty { return [] }
    try staging.make()
    defer { staging.remove() }
    let ends = try update.ends(in: repository)
    var objects = update.changes.compactMap(\.object).filter { !ends.contains($0) }
    objects += update.history
    for end in ends {
      if repository.contains(end) {
        objects.append(end)
      } else {
        try staging.fetch([end.hex], from: url, git)
      }
    }
    let pack = try repository.pack(objects, into: Repository.open(at: staging.path))
    try staging.end(at: ends)
    let refusals = try push(update.changes, update.references)
    try pack?.release()
    return refusals
  }

  /// Each reference is changed only if it is what it was when it was read.
  private func push(
    _ changes: [ReferenceChange],
    _ present: MirrorReferences
  ) throws -> [PushRefusal] {
    let removals = changes.filter { $0.object == nil }
    let others = changes.filter { $0.object != nil }
    var refusals = try others.isEmpty ? [] : refusals(of: others, present)
    // A tag goes away once what takes its place is there.
    let refused = Set(refusals.map(\.reference))
    let replaced = removals.filter { removal in
      let commit = present.commit(at: removal.name)
      return !others.contains { $0.object == commit && refused.contains($0.name) }
    }
    if !replaced.isEmpty {
      refusals += try self.refusals(of: replaced, present)
    }
    return refusals
  }

  /// Makes the changes, and returns those that are refused; all others are made.
  private func refusals(
    of changes: [ReferenceChange],
    _ present: MirrorReferences
  ) throws -> [PushRefusal] {
    let parts = PushInParts(changes, named: \.name) { changes in
      let leases = changes.map { change in
        "--force-with-lease=\(change.name):\(present[change.name].map(\.hex) ?? "")"
      }
      let references = changes.map { "\($0.object.map(\.hex) ?? ""):\($0.name)" }
      return try git.push(
        ["--progress", "--no-verify", "--no-follow-tags"] + leases + [url] + references,
        in: staging.path,
        to: url
      )
    }
    return try parts.run()
  }
}
