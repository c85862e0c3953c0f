import Files
import Git
import GitValues
import Processes
import Workspace
import Writing

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
    let answer = try git.run(["ls-remote", "--symref", url], reaching: url)
    guard answer.status == 0 else { throw GitFailure.unreachable(url, answer.errors) }
    return MirrorReferences(listed: answer.output)
  }

  func commits(at references: [String]) throws -> [String: ForeignRepository.Commit] {
    try staging.make()
    try staging.fetch(references.map { "+\($0):\($0)" }, from: url, git)
    return try ForeignRepository.Commit.read(references, from: Repository.open(at: staging.path))
  }

  func line(from reference: String, count: Int) throws -> [ForeignRepository.Commit] {
    try staging.make()
    try staging.fetch(["+\(reference):\(reference)"], depth: count, from: url, git)
    return try ForeignRepository.Commit.line(
      from: reference,
      count: count,
      in: Repository.open(at: staging.path)
    )
  }

  func apply(
    _ mirror: ComponentMirror,
    from repository: borrowing Repository
  ) throws -> [PushRefusal] {
    if mirror.changes.isEmpty { return [] }
    try staging.make()
    defer { staging.remove() }
    let ends = try mirror.ends(in: repository)
    var objects = mirror.changes.compactMap(\.object).filter { !ends.contains($0) }
    objects += mirror.history
    for end in ends {
      if repository.contains(end) {
        objects.append(end)
      } else {
        try staging.fetch([end.hex], from: url, git)
      }
    }
    try repository.pack(objects, into: Repository.open(at: staging.path))
    try staging.end(at: ends)
    return try push(mirror.changes, mirror.references)
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

  /// What is refused of these changes; all others are made.
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

extension MirrorReferences {
  /// - Parameter output: Of `git ls-remote --symref`.
  fileprivate init(listed output: String) {
    var objects: [String: ObjectID] = [:]
    var targets: [String: ObjectID] = [:]
    var head: String?
    let (symbolic, peeled) = ("ref: ", "^{}")
    for line in output.split(separator: "\n") {
      let words = line.split(separator: "\t")
      guard words.count == 2 else { continue }
      let name = String(words[1])
      if words[0].hasPrefix(symbolic) {
        if name == "HEAD" { head = String(words[0].dropFirst(symbolic.count)) }
      } else if let id = try? ObjectID(hex: words[0]), name.hasPrefix("refs/") {
        if name.hasSuffix(peeled) {
          targets[String(name.dropLast(peeled.count))] = id
        } else {
          objects[name] = id
        }
      }
    }
    self.init(objects: objects, targets: targets, head: head)
  }
}
