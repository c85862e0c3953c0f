import Base
import Content
import Git
import Model
import Versions

/// Finds the release that each dependency of a past release had at that time.
///
/// This is the release tagged on the same commit, or one with exactly the files that the commit has
/// of the dependency, or else the greatest release in the commit's history.
struct PastDependencies {
  private struct Candidate {
    let version: SemanticVersion
    let tree: ObjectID
    let commit: ObjectID
    let isOfAll: Bool
    /// The index in the list of packages; `nil` for a release that is already recorded.
    let index: Int?
  }

  typealias Requirements = [ComponentName: VersionRequirement]

  private let packages: [TaggedPackage]
  /// The greatest version first.
  private let candidates: [ComponentName: [Candidate]]
  private let ancestry: CommitAncestry
  private var answers: [Result<Requirements, OperationError>?]

  init(
    of packages: [TaggedPackage],
    beside recorded: [ComponentName: ReleaseLog],
    in repository: borrowing Repository
  ) throws {
    self.packages = packages
    answers = packages.map { _ in nil }
    var candidates: [ComponentName: [Candidate]] = [:]
    for (index, package) in packages.enumerated() {
      candidates[package.tagged.component, default: []].append(
        Candidate(
          version: package.tagged.version,
          tree: package.form.tree,
          commit: package.tagged.commit,
          isOfAll: package.tagged.isOfAll,
          index: index
        )
      )
    }
    for (name, log) in recorded {
      candidates[name, default: []] += log.availableReleases.map { release in
        Candidate(
          version: release.version,
          tree: release.tree,
          commit: release.source,
          isOfAll: false,
          index: nil
        )
      }
    }
    self.candidates = candidates.mapValues { $0.sorted { $0.version > $1.version } }
    // The source of a record may be gone.
    let commits = try Set(candidates.values.joined().map(\.commit)).filter {
      try repository.header(of: $0)?.kind == .commit
    }
    var graph = CommitGraph()
    ancestry = try repository.ancestry(among: Array(commits), graph: &graph)
  }

  /// The requirements of each package, in the same order, or the reason why it cannot have any.
  mutating func requirements() -> [Result<Requirements, OperationError>] {
    packages.indices.map { answer(for: $0) }
  }

  private mutating func answer(for index: Int) -> Result<Requirements, OperationError> {
    if let answer = answers[index] { return answer }
    let package = packages[index]
    // Until it is known: a release cannot require itself, directly or through others.
    answers[index] = .failure(Self.nothing(package, package.tagged.component))
    let answer = Result { () throws(OperationError) in try requirements(of: package) }
    answers[index] = answer
    return answer
  }

  private mutating func requirements(
    of package: TaggedPackage
  ) throws(OperationError) -> Requirements {
    var requires: Requirements = [:]
    for dependency in package.dependencies {
      guard let version = release(dependency, beside: package.tagged) else {
        throw Self.nothing(package, dependency.name)
      }
      requires[dependency.name] = .compatible(with: version)
    }
    return requires
  }

  private mutating func release(
    _ dependency: TaggedPackage.Dependency,
    beside tagged: TaggedVersion
  ) -> SemanticVersion? {
    var all = candidates[dependency.name] ?? []
    // Where a repository has two lines of versions, those of one line belong together.
    all = all.filter { $0.isOfAll == tagged.isOfAll } + all.filter { $0.isOfAll != tagged.isOfAll }
    let ways: [(Candidate) -> Bool] = [
      { $0.commit == tagged.commit },
      { $0.tree == dependency.tree },
      { [ancestry] in ancestry.contains($0.commit, in: tagged.commit) },
    ]
    // A pre-release is taken only if there is no other release.
    for takesPrereleases in tagged.version.isPrerelease ? [true] : [false, true] {
      for isWanted in ways {
        for candidate in all where takesPrereleases || !candidate.version.isPrerelease {
          guard isWanted(candidate) else { continue }
          if let index = candidate.index, case .failure = answer(for: index) { continue }
          return candidate.version
        }
      }
    }
    return nil
  }

  private static func nothing(
    _ package: TaggedPackage,
    _ dependency: ComponentName
  ) -> OperationError {
    OperationError(
      .dependencyUnreleased,
      "'\(package.tagged.component)' depends on '\(dependency)', which has no release at the commit"
        + " or before it"
    )
  }
}
