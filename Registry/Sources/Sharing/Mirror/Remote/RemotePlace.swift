import Files
import Git
import GitValues
import Processes
import Workspace
import Writing

/// A repository that git reaches by a URL.
struct RemotePlace: MirrorPlace {
  let url: String
  let git: GitProgram
  /// Where what is fetched lies, and where what is pushed is put together.
  let staging: StagingRepository

  /// The path if it is on this machine, so that no git has to be asked.
  private var localPath: String? {
    git.localPath(of: url).flatMap { path in
      LocalFile.kind(at: "\(path)/objects") == .directory ? path : nil
    }
  }

  func references() throws -> [String: ObjectID] {
    if let path = localPath { return try Repository.open(at: path).objectReferences() }
    let answer = try git.run(["ls-remote", "--refs", url], reaching: url)
    guard answer.status == 0 else { throw GitFailure.unreachable(url, answer.errors) }
    var references: [String: ObjectID] = [:]
    for line in answer.output.split(separator: "\n") {
      let words = line.split(separator: "\t")
      guard words.count == 2, let id = try? ObjectID(hex: words[0]) else { continue }
      references[String(words[1])] = id
    }
    return references
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
    present: [String: ObjectID],
    from repository: borrowing Repository
  ) throws {
    if mirror.changes.isEmpty { return }
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
    try push(mirror.changes, present: present)
  }

  /// Each reference is changed only if it is what it was when it was read.
  private func push(_ changes: [ReferenceChange], present: [String: ObjectID]) throws {
    let removals = changes.filter { $0.object == nil }
    let others = changes.filter { $0.object != nil }
    var refusals = try refusals(of: others, present: present)
    // A tag goes away once what takes its place is there.
    let refused = Set(refusals.map(\.reference))
    let replaced = removals.filter { removal in
      !others.contains { $0.object == present[removal.name] && refused.contains($0.name) }
    }
    if !replaced.isEmpty {
      refusals += try self.refusals(of: replaced, present: present)
    }
    if let refusal = refusals.first {
      throw refusal.error(url, of: refusals.count, among: changes.count)
    }
  }

  /// What is refused of these changes; all others are made.
  private func refusals(
    of changes: [ReferenceChange],
    present: [String: ObjectID]
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

extension Repository {
  fileprivate func objectReferences() throws(GitError) -> [String: ObjectID] {
    var found: [String: ObjectID] = [:]
    for reference in try references(matching: "refs/*") {
      if case .object(let id) = reference.target { found[reference.name] = id }
    }
    return found
  }
}
