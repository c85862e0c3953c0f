import Base
import Git
import Model

/// A branch of the monorepo, and that of the mirrored repositories which follows it.
package struct MirroredBranch: Hashable, Sendable {
  /// Both without `refs/heads/`.
  package let source: String
  package let target: String

  /// - Parameter text: Such as `main`, or `1.x=release/1.x`.
  package init(_ text: String) {
    let names = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    (source, target) = (String(names[0]), String(names[names.count - 1]))
  }

  /// The whole name of the branch of the mirrored repositories.
  var reference: String { "refs/heads/\(target)" }

  /// As people write it.
  package var description: String { source == target ? source : "\(source)=\(target)" }

  /// Throws if git does not accept the names, and for two branches that one follows.
  static func check(
    _ branches: [MirroredBranch],
    in repository: borrowing Repository
  ) throws(OperationError) {
    var sources: [String: String] = [:]
    for branch in branches {
      for name in [branch.source, branch.target] {
        // It is written into manifests.
        guard try repository.isReferenceName("refs/heads/\(name)"), !name.hasPrefix("-"),
          name != "HEAD", !name.contains("\"")
        else {
          throw OperationError(
            .invalidBranch,
            "invalid branch name '\(name)'",
            help: "'--branch' takes a branch, or two as in '1.x=release/1.x': the second is that of"
              + " the mirrored repositories"
          )
        }
      }
      if let other = sources.updateValue(branch.source, forKey: branch.target) {
        throw OperationError(
          .invalidBranch,
          "the branches '\(other)' and '\(branch.source)' have the same branch '\(branch.target)'"
            + " in the mirrored repositories",
          help: "give '--branch' once for each of their branches"
        )
      }
    }
  }

  /// The newest commit.
  func tip(in repository: borrowing Repository) throws(OperationError) -> ObjectID {
    if let tip = try repository.resolve("refs/heads/\(source)") { return tip }
    // A build server checks out one branch, and has the others as those of its remote.
    let remotes = try repository.remoteURLs().keys.sorted()
    let remote = remotes.contains("origin") ? "origin" : remotes.count == 1 ? remotes[0] : nil
    if let remote, let tip = try repository.resolve("refs/remotes/\(remote)/\(source)") {
      return tip
    }
    throw OperationError(
      .unknownBranch,
      "the repository has no branch '\(source)'",
      help: remote.map { "'git fetch \($0)' gets the branches that are there" }
        ?? "'git branch' lists those that it has"
    )
  }
}

/// The records of a branch in a mirrored repository: which of its commits is which of the monorepo.
///
/// A mark is a reference to a commit, with that of the monorepo in its name: listing the references
/// of a repository tells all of it.
struct BranchMarks {
  struct Mark: Hashable {
    /// The whole name.
    let reference: String
    /// The commit of the monorepo.
    let source: ObjectID
    let commit: ObjectID
  }

  /// For the newest commit of the branch that a run has made.
  let newest: [Mark]
  /// For the commit that the branch goes on from, where it had others before.
  let starts: [Mark]

  private static let folder = "refs/mirrored/"

  init(of branch: MirroredBranch, in references: MirrorReferences) {
    newest = Self.marks(Self.newest(of: branch), references)
    starts = Self.marks(Self.start(of: branch), references)
  }

  static func newest(of branch: MirroredBranch) -> String { "\(folder)\(branch.target)/at/" }

  static func start(of branch: MirroredBranch) -> String { "\(folder)\(branch.target)/from/" }

  private static func marks(_ prefix: String, _ references: MirrorReferences) -> [Mark] {
    references.objects.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }
      .compactMap { name, commit in
        (try? ObjectID(hex: name.dropFirst(prefix.count)))
          .map { Mark(reference: name, source: $0, commit: commit) }
      }
  }

  /// The whole names of the branches that follow those of the monorepo.
  static func branches(in references: MirrorReferences) -> Set<String> {
    var branches: Set<String> = []
    for name in references.objects.keys where name.hasPrefix(folder) {
      let parts = name.dropFirst(folder.count).split(separator: "/")
      guard parts.count > 2, parts[parts.count - 2] == "at" else { continue }
      branches.insert("refs/heads/" + parts.dropLast(2).joined(separator: "/"))
    }
    return branches
  }
}
