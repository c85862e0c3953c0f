package import Base
package import Git
import Model

/// A bare repository whose branches are those of another one: what was rewritten there is rewritten
/// here, and what is gone there goes here.
///
/// What was fetched is kept beside the branches, so that commits that were made here are noticed.
package struct BranchCopy: Sendable {
  /// The URL or path of the other one, without what may be a password.
  package let source: String
  private let directory: String
  private let url: String
  private let access: GitAccess

  private static let branches = "refs/heads/"
  private static let fetched = "refs/registry/upstream/"
  /// How long the other side may say nothing.
  private static let limit: Duration = .seconds(60)

  /// - Parameter upstream: A URL, which may have a password, or a path.
  package init(at directory: String, of upstream: String) {
    self.directory = directory
    (url, access) = GitAccess.taking(from: upstream)
    // Some hosts take a token as the name of a user.
    let parts = RemoteURL(url)
    let mayHaveToken = parts?.passwordSite != nil && parts?.login != nil
    source = mayHaveToken ? parts?.text(login: "…") ?? url : url
  }

  /// Fetches, and then changes the branches.
  ///
  /// - Throws: ``OperationError/Code/notACopy`` if a branch here has commits that were not fetched; then
  ///   the branches stay.
  package func update() throws(OperationError) {
    try unifyingErrors {
      let copy = try Repository.open(at: directory)
      let earlier = try Self.tips(below: Self.fetched, in: copy)
      try fetch(into: copy)
      let now = try Self.tips(below: Self.fetched, in: copy)
      let here = try Self.tips(below: Self.branches, in: copy)
      let known = Array(now.values) + earlier.values
      for (name, tip) in here where tip != earlier[name] && tip != now[name] {
        guard try copy.isAncestor(tip, ofAny: known) else {
          throw OperationError(
            .notACopy,
            "the branch '\(name)' of '\(directory)' has commits that were not fetched from"
              + " '\(source)'"
          )
        }
      }
      // First, so that one that is called `a` is out of the way of `a/b`.
      for (name, tip) in here where now[name] == nil {
        try copy.deleteReference(Self.branches + name, expecting: tip)
      }
      for (name, tip) in now where here[name] != tip {
        try copy.updateReference(
          Self.branches + name,
          to: tip,
          expecting: here[name],
          reason: "registry: mirror"
        )
      }
    }
  }

  private func fetch(into copy: borrowing Repository) throws {
    let git = RemoteGit(
      copy.gitDirectory,
      access,
      limit: Self.limit,
      configuration: try copy.configuration()
    )
    let arguments = [
      // What it prints shows that the other side is not silent.
      "fetch", "--progress", "--prune", "--no-tags", "--no-write-fetch-head", "--", url,
      "+\(Self.branches)*:\(Self.fetched)*",
    ]
    do throws(OperationError) {
      let answer = try git.run(arguments, reaching: url)
      guard answer.status == 0 else { throw GitFailure.unreachable(url, answer.errors) }
    } catch {
      throw OperationError(
        error.code,
        error.message.replacing(url, with: source),
        help: error.code == .unreachable
          ? "'git ls-remote \(source)' must work for the user of the server, without a question"
          : error.help
      )
    }
  }

  private static func tips(
    below prefix: String,
    in copy: borrowing Repository
  ) throws -> [String: ObjectID] {
    var tips: [String: ObjectID] = [:]
    for reference in try copy.references(matching: "\(prefix)*") {
      guard case .object(let tip) = reference.target else { continue }
      tips[String(reference.name.dropFirst(prefix.count))] = tip
    }
    return tips
  }
}

/// Removes files that killed runs left in a bare copy of a repository, to which only this program
/// writes.
package enum CopyLeftovers {
  /// Takes away parts of packs, and all locks that are not in use: each would make every later
  /// fetch fail.
  package static func remove(from copy: borrowing Repository) throws(OperationError) {
    try unifyingErrors {
      try copy.removeAbandonedPacks()
      var locks = AbandonedLocks()
      let directory = copy.commonDirectory
      for path in try self.locks(in: directory) + self.locks(below: "\(directory)/refs") {
        locks.add(path, holding: .anything)
      }
      try locks.remove()
    }
  }

  private static func locks(in folder: String) throws -> [String] {
    try LocalFile.names(in: folder).filter { $0.hasSuffix(".lock") && $0 != "registry.lock" }
      .map { "\(folder)/\($0)" }
  }

  private static func locks(below folder: String) throws -> [String] {
    var found = try locks(in: folder)
    for name in try LocalFile.names(in: folder) {
      let path = "\(folder)/\(name)"
      if LocalFile.kind(at: path) == .directory { found += try locks(below: path) }
    }
    return found
  }
}
