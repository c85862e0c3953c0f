package import Base
import Checks
package import Git
import ManifestEditor
import ManifestForms
package import Model
package import SemverRules
package import Versions

/// Compares the public API of a package as it lies in a folder with that of an earlier revision.
///
/// The package is in no manifest, and nothing is written into its repository: what is compared and
/// built is kept in the account's cache.
package struct CheckPackage: Sendable {
  /// The package's, as it was typed.
  package var folder = "."
  /// The revision to compare with; `nil` for the greatest version tag in the history.
  package var revision: String?
  /// The version that is to follow: tags of it and of greater ones are not compared with.
  package var version: SemanticVersion?
  /// The platforms and options of the build; empty for those of `swift build`.
  package var platforms: [BuildPlatform] = []
  /// The breakages that are meant.
  package var accepted = AcceptedChanges()
  /// Told what is being done: comparing may take minutes.
  package var progress: @Sendable (OperationProgress) -> Void = { _ in }

  package init() {}

  /// Compares the package with the revision, which may build both.
  ///
  /// - Throws: ``OperationError`` if there is no revision to compare with, or if one of the two
  ///   does not build.
  package func run() throws(OperationError) -> CheckResult {
    try unifyingErrors {
      let repository = try Repository.discover(from: folder)
      let path = try packagePath(in: repository)
      guard let head = try repository.head().tip else {
        throw OperationError.noCommit(
          help: "commit the package and tag a version of it first: 'git tag 1.0.0'"
        )
      }
      let base = try CheckBase(revision, before: version, of: head, in: repository)
      return try CheckPlace.with(borrowing: repository, progress) { borrower, workspace in
        let headTree = try repository.commit(head).tree
        var old = CheckedTree(root: try repository.commit(base.commit).tree)
        let stored = try borrower.snapshot(of: repository, since: headTree)
        var new = CheckedTree(root: stored)
        try old.fillSubmodules(in: workspace)
        try new.fillSubmodules(in: workspace)
        let changed = try workspace.repository.changes(from: headTree, to: stored)
          .map(\.path).filter { path.isRoot || $0.isInside(path) }
        let before = try package(in: old, at: path, called: "'\(base.name)'", workspace)
        let after = try package(in: new, at: path, called: "the working tree", workspace)
        let toolchain = StockToolchain(comparingWith: base.name)
        try toolchain.checkPlatforms(of: after.layout, in: workspace)
        let comparison = try toolchain.comparison(
          from: before.layout,
          to: after.layout,
          in: workspace,
          progress: progress
        )
        var notes = base.notes + new.notes
        if let last = base.version, base.commit == head, changed.isEmpty, version == nil {
          notes.append(
            "the newest commit is '\(last)' itself: 'registry check --version \(last)' compares it"
              + " with the version before"
          )
        }
        progress("looking up the changes in the sources")
        return try CheckResult(
          package: after.layout.name,
          base: base,
          comparison: comparison,
          accepted: accepted,
          uncommitted: changed,
          notes: notes,
          places: ChangePlaces(of: comparison.changes, before, after, in: workspace)
        )
      }
    }
  }

  /// The package's folder, from the root of the repository.
  private func packagePath(in repository: borrowing Repository) throws -> TreePath {
    guard let root = repository.workingDirectory else {
      throw OperationError(
        .bareRepository,
        "a bare repository has no working files",
        help: "run this in a clone of it"
      )
    }
    let real = try LocalFile.realPath(folder)
    guard let path = try ManifestLocation.path(real, below: LocalFile.realPath(root)) else {
      throw OperationError(
        .invalidPath,
        "'\(folder)' is not among the files of '\(root)'",
        help: "name a folder of the working tree with '--package-path'"
      )
    }
    guard LocalFile.exists("\(real)/Package.swift") else {
      var above = path
      while !above.isRoot {
        above = above.parent
        let place = above.isRoot ? root : "\(root)/\(above)"
        if LocalFile.exists("\(place)/Package.swift") {
          throw OperationError(
            .noPackage,
            "the folder '\(folder)' has no 'Package.swift'",
            help: "the one above it is checked with '--package-path \(place.shellQuoted)'"
          )
        }
      }
      throw OperationError(
        .noPackage,
        "the folder '\(folder)' has no 'Package.swift'",
        help: "name the folder of the package with '--package-path'"
      )
    }
    return path
  }

  private func package(
    in tree: CheckedTree,
    at path: TreePath,
    called words: String,
    _ workspace: borrowing Workspace
  ) throws -> CheckedPackage {
    guard let own = try workspace.repository.tree(at: path, in: tree.root),
      let manifest = try workspace.packageManifest(in: own, at: path)
    else {
      throw OperationError(
        .noPackage,
        path.isRoot
          ? "\(words) has no 'Package.swift'" : "\(words) has no 'Package.swift' in '\(path)'",
        help: "name a revision that has the package there: 'registry check REVISION'"
      )
    }
    let folder = try LocalFile.name(of: LocalFile.realPath(self.folder))
    return CheckedPackage(
      layout: ComponentLayout(
        ofPackage: manifest.name ?? folder,
        at: path,
        own,
        in: tree.root,
        platforms: platforms
      ),
      manifest: manifest
    )
  }
}

/// One side of a check.
struct CheckedPackage {
  let layout: ComponentLayout
  let manifest: LocatedManifest
}

/// The tree of a commit or of the working files, with the files of submodules in place of these.
struct CheckedTree {
  private(set) var root: ObjectID
  private(set) var notes: [String] = []

  init(root: ObjectID) {
    self.root = root
  }

  /// As the package manager checks out a package, with the submodules of submodules.
  mutating func fillSubmodules(in workspace: borrowing Workspace) throws {
    root = try workspace.repository.fillingSubmodules(of: root).tree
    let missing = try workspace.repository.listing(
      of: root,
      passesOverSubmodules: true,
      checksLinks: false,
      sealed: []
    ).submodules
    root = try workspace.repository.edit(root, missing.map { ($0, .remove) })
    notes += missing.map { path in
      "the submodule '\(path)' is not checked out and was left out:"
        + " 'git submodule update --init --recursive' gets it"
    }
  }
}

/// Where a check keeps its objects and builds.
struct CheckPlace {
  /// A repository in the account's cache, or in a temporary folder where the cache is off.
  private let path: String
  private let cache: AccountCache?

  /// Lends the repository, borrowing the objects of another one, while no other check uses it.
  static func with<Result>(
    borrowing lender: borrowing Repository,
    _ progress: @Sendable (OperationProgress) -> Void,
    _ body: (BorrowingRepository, borrowing Workspace) throws -> Result
  ) throws -> Result {
    if let cache = try AccountCache(besides: lender) {
      let name = Repository.blobID(of: Array(lender.commonDirectory.utf8)).hex.prefix(16)
      let folder = try cache.folder("checks")
      removeOld(in: folder)
      return try CheckPlace(path: "\(folder)/\(name)", cache: cache)
        .run(borrowing: lender, progress, body)
    }
    let folder = try TemporaryFolder()
    return try CheckPlace(path: "\(folder.path)/check", cache: nil)
      .run(borrowing: lender, progress, body)
  }

  /// Removes the repositories that were made over 30 days ago and that no check uses now: nothing else
  /// removes what they gather, and the next check of a package makes its own again.
  private static func removeOld(in folder: String) {
    let oldest = SystemClock.nanoseconds - 30 * 24 * 3_600 * 1_000_000_000
    for name in (try? LocalFile.names(in: folder)) ?? [] where !name.hasSuffix(".lock") {
      let path = "\(folder)/\(name)"
      guard let made = FileFacts.of("\(path)/HEAD")?.stamp.modified, made < oldest,
        let lock = try? FileLock.takeIfFree(at: "\(path).lock", for: "the removal of an old check")
      else { continue }
      // What cannot be removed is used as it is.
      withExtendedLifetime(lock) { try? LocalFile.removeAll(path) }
    }
  }

  private func run<Result>(
    borrowing lender: borrowing Repository,
    _ progress: @Sendable (OperationProgress) -> Void,
    _ body: (BorrowingRepository, borrowing Workspace) throws -> Result
  ) throws -> Result {
    let lock = try FileLock.take(
      at: "\(path).lock",
      for: "a check of the package",
      limit: .seconds(3600),
      includesPrograms: true,
      waiting: { progress("\($0)") }
    )
    return try withExtendedLifetime(lock) {
      let borrower = BorrowingRepository(path: path)
      try borrower.prepare(
        for: lender,
        besides: lender.submoduleObjects(),
        configuration: cache.map { [("registry", "cache", $0.folder)] } ?? []
      )
      return try body(
        borrower,
        Workspace(withoutManifest: Repository.open(at: path))
      )
    }
  }
}

extension InterfaceComparison {
  var changes: [InterfaceChange] {
    if case .difference(let difference) = self { difference.changes } else { [] }
  }
}

/// The changes that a check found, and the next version that they require.
package struct CheckResult: Sendable {
  /// A change of the public API, with its place and the reason for accepting it.
  package struct Change: Sendable {
    package let change: InterfaceChange
    /// The place in the sources; `nil` if it cannot be found under the name of the declaration.
    package let place: ChangePlaces.Place?
    /// The reason in the list of accepted changes; `nil` if the change is not in it.
    package let reason: String?
  }

  /// The name of the package.
  package let package: String
  /// The revision that it was compared with.
  package let base: CheckBase
  /// Whether a product is a library, before or after.
  package let hasLibrary: Bool
  /// The changes, breaking ones first.
  package let changes: [Change]
  /// Differences that the comparison does not cover.
  package let gaps: [String]
  /// The package's files that are not as the newest commit has them.
  package let uncommitted: [TreePath]
  /// Notes that require no action.
  package let notes: [String]
  /// The entries of the list of accepted changes that match no change.
  package let unmetAcceptances: [AcceptedChanges.Entry]

  init(
    package: String,
    base: CheckBase,
    comparison: InterfaceComparison,
    accepted: AcceptedChanges,
    uncommitted: [TreePath],
    notes: [String],
    places: ChangePlaces
  ) throws {
    (self.package, self.base, self.uncommitted) = (package, base, uncommitted)
    self.notes = notes
    var difference = InterfaceDifference()
    if case .difference(let found) = comparison { difference = found }
    hasLibrary = comparison != .noLibrary
    gaps = difference.gaps
    changes = try difference.changes.map { change in
      Change(
        change: change,
        place: try places.place(of: change),
        reason: change.level == .breaking ? accepted.reason(for: change) : nil
      )
    }
    unmetAcceptances = accepted.entries.filter { entry in
      !difference.breakages.contains(where: entry.isOf)
    }
  }

  /// The breaking changes, accepted ones included.
  package var breakages: [Change] { changes.filter { $0.change.level == .breaking } }
  /// The additive changes.
  package var additions: [Change] { changes.filter { $0.change.level == .additive } }

  /// The effect on clients, without that of accepted changes.
  package var level: InterfaceLevel {
    changes.filter { $0.reason == nil }.map(\.change.level).max() ?? .unchanged
  }

  /// The lowest version that the changes allow; `nil` after a revision without a version.
  package var lowestAllowedVersion: SemanticVersion? {
    base.version.map { level.lowestAllowedVersion(after: $0) }
  }

  /// The greatest change that is allowed.
  package enum Allowance: String, CaseIterable, Sendable {
    case patch, minor, major
  }

  /// Whether the changes are within what is allowed; before 1.0.0, a minor version may be incompatible
  /// and a patch may have additions.
  package func isWithin(_ allowance: Allowance) -> Bool {
    if base.version?.major == 0 {
      return switch allowance {
      case .patch: level <= .additive
      case .minor, .major: true
      }
    }
    return switch allowance {
    case .patch: level == .unchanged
    case .minor: level <= .additive
    case .major: true
    }
  }

  /// Whether the changes allow a version to be the next one.
  ///
  /// - Throws: If nothing tells which version it would follow.
  package func allows(_ version: SemanticVersion) throws(OperationError) -> Bool {
    guard let last = base.version else {
      throw OperationError(
        .noVersion,
        "cannot tell whether '\(version)' is allowed: '\(base.name)' is not a version tag",
        help: "compare with a version: leave out the revision, or name a tag such as '1.2.3'"
      )
    }
    return version > last && level.allows(version, after: last)
  }
}

/// A list of breakages that are meant, each with a reason: a line as `check` prints it, then ` # ` and
/// the reason.
///
/// Empty lines and those that begin with `#` say nothing.
package struct AcceptedChanges: Hashable, Sendable {
  /// A line of the list.
  package struct Entry: Hashable, Sendable {
    /// The change with its rule, as in `func bake() was removed [declaration-removed]`.
    package let change: String
    /// The reason for the change, for readers of the list.
    package let reason: String
    /// The number of the line in the file, counted from 1.
    package let line: Int

    func isOf(_ change: InterfaceChange) -> Bool {
      AcceptedChanges.normalized(change.line) == self.change
    }
  }

  /// The path of the file, for messages; empty for a list without one.
  package let file: String
  package private(set) var entries: [Entry] = []

  /// Creates an empty list.
  package init() {
    file = ""
  }

  /// - Parameter path: That of the file.
  /// - Throws: `invalid-acceptance` for a line without a rule or a reason.
  package init(readingFile path: String) throws(OperationError) {
    file = path
    guard let bytes = try LocalFile.read(path) else {
      throw OperationError(
        .invalidAcceptance,
        "there is no file '\(path)' with accepted changes",
        help: "name one with lines such as '\(Self.example)', or leave out '--accept'"
      )
    }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, text) in lines.enumerated() {
      let line = text.drop(while: \.isWhitespace)
      if line.isEmpty || line.hasPrefix("#") { continue }
      entries.append(try Self.entry(line, at: index + 1, in: path))
    }
  }

  private static func entry(
    _ text: Substring,
    at line: Int,
    in file: String
  ) throws(OperationError) -> Entry {
    let parts = text.split(separator: " # ", maxSplits: 1)
    let change = normalized(parts.first ?? "")
    let reason = parts.count == 2 ? normalized(parts[1]) : ""
    let fault: String?
    if change.wholeMatch(of: /.+ \[[a-z0-9-]+\]/) == nil {
      fault = "no rule, expected the change as 'registry check' prints it"
    } else {
      fault = reason.isEmpty ? "no reason" : nil
    }
    if let fault {
      throw OperationError(
        .invalidAcceptance,
        "line \(line) has \(fault)",
        help: "write '\(example)'",
        context: file
      )
    }
    return Entry(change: change, reason: reason, line: line)
  }

  private static let example = "func bake() was removed [declaration-removed] # the reason"

  /// The reason why a change is accepted; `nil` if it is not.
  func reason(for change: InterfaceChange) -> String? {
    entries.first { $0.isOf(change) }?.reason
  }

  /// With one space in place of any white space.
  static func normalized(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
