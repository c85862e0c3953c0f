import Git
import GitValues
import RegistryModel
import Versioning
import Workspace

/// Updates the mirrored repository of one component with the releases that it lacks.
struct ComponentMirror {
  private let component: ComponentName
  private let log: ReleaseLog
  private let repositories: MirrorRepositories
  /// What the repository's references lead to now.
  private let present: [String: ObjectID]

  private(set) var written: [SemanticVersion] = []
  private(set) var withdrawn: [SemanticVersion] = []
  private(set) var changes: [ReferenceChange] = []

  private static let branch = "refs/heads/main"

  /// - Parameter repository: Where the commits of what is missing are stored.
  /// - Throws: ``OperationError/Code/mirrorMismatch`` if the repository holds something else than
  ///   this mirror.
  init(
    _ component: ComponentName,
    _ log: ReleaseLog,
    _ repositories: MirrorRepositories,
    present: [String: ObjectID],
    in repository: borrowing Repository
  ) throws {
    self.component = component
    self.log = log
    self.repositories = repositories
    self.present = present
    try checkLast(in: repository)
    for release in log.releases { try add(release, in: repository) }
    try moveBranch(in: repository)
  }

  /// A withdrawn release has no tag, so that it is not chosen anew; what was resolved to it names
  /// its commit, which clones still get.
  private func reference(to release: Release) -> String {
    log.yank(of: release.version) == nil ? Self.tag(release) : Self.withdrawn(release)
  }

  private static func tag(_ release: Release) -> String { "refs/tags/\(release.version)" }

  private static func withdrawn(_ release: Release) -> String { "refs/yanked/\(release.version)" }

  private mutating func add(_ release: Release, in repository: borrowing Repository) throws {
    let reference = reference(to: release)
    // A branch that does not know yet of a withdrawal does not take it back.
    guard present[reference] == nil, present[Self.withdrawn(release)] == nil else { return }
    changes.append(ReferenceChange(reference, to: try commit(of: release, in: repository)))
    guard present[Self.tag(release)] != nil else {
      written.append(release.version)
      return
    }
    changes.append(ReferenceChange(Self.tag(release), to: nil))
    withdrawn.append(release.version)
  }

  /// The branch is for people who look: it stands at the newest release.
  private mutating func moveBranch(in repository: borrowing Repository) throws {
    let offered = log.releases.filter { log.yank(of: $0.version) == nil }
    guard let newest = offered.last(where: { !$0.version.isPrerelease }) ?? offered.last else {
      return
    }
    let reference = reference(to: newest)
    let made = changes.first { $0.name == reference }?.object
    let known = made ?? present[reference]
    guard known == nil || known != present[Self.branch] else { return }
    let commit = try made ?? commit(of: newest, in: repository)
    changes.append(ReferenceChange(Self.branch, to: commit, replaces: true))
  }

  private func commit(
    of release: Release,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    try MirroredRelease(component: component, release: release, repositories: repositories)
      .commit(in: repository)
  }

  /// Whether the repository is this mirror, and made for this base, by the last release it has.
  private func checkLast(in repository: borrowing Repository) throws {
    let releases = present.filter { name, _ in
      name.hasPrefix("refs/tags/") || name.hasPrefix("refs/yanked/")
    }
    if let branch = present[Self.branch], !releases.values.contains(branch) {
      throw mismatch("its branch 'main' points to '\(branch)', which is not a release")
    }
    for release in log.releases.reversed() {
      for name in [Self.tag(release), Self.withdrawn(release)] {
        guard let there = present[name] else { continue }
        let expected = try commit(of: release, in: repository)
        guard there == expected else {
          throw mismatch("its '\(name)' is '\(there)', expected '\(expected)'")
        }
        return
      }
    }
  }

  private func mismatch(_ found: String) -> OperationError {
    OperationError(
      .mirrorMismatch,
      "the repository of '\(component)' does not match this mirror: \(found)",
      help: "the URLs of a mirror never change: use the same ones, or mirror to another place"
    )
  }
}
