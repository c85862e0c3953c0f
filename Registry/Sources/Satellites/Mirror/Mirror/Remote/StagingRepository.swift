import Base
import Git
import Model

/// A repository for the time of a push: what is new is put together there, and all else it borrows
/// from the monorepo, which is only read.
struct StagingRepository: Sendable {
  let path: String
  /// The folder of the monorepo's objects.
  let objects: String

  func make() throws {
    if LocalFile.kind(at: "\(path)/HEAD") != nil { return }
    for folder in ["objects/info", "objects/pack", "refs"] {
      try LocalFile.makeDirectories("\(path)/\(folder)")
    }
    try LocalFile.update("\(path)/objects/info/alternates", to: Array("\(objects)\n".utf8))
    // What is fetched follows nothing of the monorepo, whose history git would walk to see that.
    let configuration =
      "[core]\n\trepositoryformatversion = 0\n\tbare = true\n\talternateRefsCommand = true\n"
    try LocalFile.update("\(path)/config", to: Array(configuration.utf8))
    try LocalFile.update("\(path)/HEAD", to: Array("ref: refs/heads/none\n".utf8))
  }

  func remove() {
    // What stays is taken away by the next run.
    try? LocalFile.removeAll(path)
  }

  /// Fetches commits with as many before each as `depth` says, itself among them.
  ///
  /// Git says how far it is, so that a slow fetch is no silent one.
  func fetch(
    _ what: [String],
    depth: Int = 1,
    from url: String,
    _ git: RemoteGit
  ) throws {
    let answer = try git.run(
      [
        "fetch", "--progress", "--depth=\(depth)", "--no-tags", "--no-write-fetch-head",
        "--no-auto-gc",
        "--no-recurse-submodules", url,
      ] + what,
      in: path,
      reaching: url
    )
    guard answer.status == 0 else { throw GitFailure.unreachable(url, answer.errors) }
  }

  /// Has git look for nothing behind these commits, which the other repository has.
  func end(at commits: Set<ObjectID>) throws {
    if commits.isEmpty { return }
    let file = "\(path)/shallow"
    let known = String(decoding: try LocalFile.read(file) ?? [], as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let all = Set(known).union(commits.map(\.hex)).sorted()
    try LocalFile.update(file, to: Array((all.joined(separator: "\n") + "\n").utf8))
  }
}
