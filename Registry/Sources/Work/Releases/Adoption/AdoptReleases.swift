package import Base
import Content
import Git
package import Model
import Synchronization
package import Versions

/// Makes records of releases that tags of the repository name, each with its tree, archive and
/// requirements as they were.
///
/// One that cannot be a release is left out with the reason, and all others are made.
package struct AdoptReleases: Sendable {
  /// With the manifest that lists the components, and the logs so far.
  private let state: RegistryState
  private let context: WriteContext
  private let manifests = PackageManifests()

  package init(into state: RegistryState, context: WriteContext) {
    (self.state, self.context) = (state, context)
  }

  /// The releases that could be made, and those that could not.
  package struct Outcome: Sendable {
    /// The releases of each component, lowest version first.
    package fileprivate(set) var releases: [ComponentName: [Release]] = [:]
    /// The tagged versions from which no release could be made.
    package fileprivate(set) var refused: [Refusal] = []

    /// A tagged version with the reason against a release of it.
    package struct Refusal: Hashable, Sendable {
      package let tagged: TaggedVersion
      package let error: OperationError
    }

    fileprivate mutating func refuse(_ tagged: TaggedVersion, _ error: OperationError) {
      refused.append(Refusal(tagged: tagged, error: error))
    }
  }

  /// Makes the records of tagged versions, except of those that are recorded already; nothing is
  /// written.
  package func run(
    _ versions: [TaggedVersion],
    in workspace: borrowing Workspace
  ) throws -> Outcome {
    var outcome = Outcome()
    var logs: [ComponentName: ReleaseLog] = [:]
    let names = state.manifest.components.keys.sorted()
    for (name, log) in zip(names, try workspace.logs(of: names, in: state)) { logs[name] = log }
    // What was adopted before takes no time again.
    let open = versions.filter { tagged in
      let release = logs[tagged.component]?.release(tagged.version)
      return release?.tag != tagged.tag || release?.source != tagged.commit
    }
    let reading = try workspace.manifestReading(state.manifest).reporting(to: context.progress)
    let packages = read(open, by: reading, &outcome, in: workspace)
    let new = distinct(packages, besides: logs, &outcome)
    for (package, release) in try releases(of: new, besides: logs, &outcome, in: workspace) {
      outcome.releases[package.tagged.component, default: []].append(release)
    }
    for name in outcome.releases.keys {
      outcome.releases[name]?.sort { $0.version < $1.version }
    }
    return outcome
  }

  /// The packages at the tagged commits, read on all processors.
  private func read(
    _ versions: [TaggedVersion],
    by reading: ManifestReading,
    _ outcome: inout Outcome,
    in workspace: borrowing Workspace
  ) -> [TaggedPackage] {
    let commits = Dictionary(grouping: versions, by: \.commit).values
      .sorted {
        ($0[0].date.secondsSince1970, $0[0].tag) < ($1[0].date.secondsSince1970, $1[0].tag)
      }
    let counter = Counter(total: versions.count)
    let read = commits.concurrentMap(reading: workspace.repository.gitDirectory) {
      versions,
      repository in
      let base = try base(at: versions[0].commit, by: reading, in: repository)
      return versions.map { tagged in
        context.progress("reading \(tagged.tag)\(counter.next())")
        return Result { () throws(OperationError) in
          try unifyingErrors {
            let (_, component) = try state.manifest.component(named: tagged.component.text)
            return try TaggedPackage(tagged, component, at: base, in: repository)
          }
        }
      }
    }
    var packages: [TaggedPackage] = []
    for (versions, results) in zip(commits, read) {
      for (place, tagged) in versions.enumerated() {
        switch results.flatMap({ $0[place] }) {
        case .success(let package): if let package { packages.append(package) }
        case .failure(let error): outcome.refuse(tagged, error)
        }
      }
    }
    return packages
  }

  /// The commit with the manifest of today, and those of its root files that it had.
  private func base(
    at id: ObjectID,
    by reading: ManifestReading,
    in repository: borrowing Repository
  ) throws -> ReleaseBase {
    let tree = try repository.commit(id).tree
    var base = ReleaseBase(
      tip: id,
      tree: tree,
      state: state,
      manifests: manifests,
      reading: reading,
      now: try context.now()
    )
    base.rootFiles = try base.rootFiles.filter { path in
      try repository.entry(at: path, in: tree)?.mode.isFile ?? false
    }
    return base
  }

  /// The packages whose versions are not recorded, each version once.
  private func distinct(
    _ packages: [TaggedPackage],
    besides logs: [ComponentName: ReleaseLog],
    _ outcome: inout Outcome
  ) -> [TaggedPackage] {
    var distinct: [TaggedPackage] = []
    let groups = Dictionary(grouping: packages) { package in
      ReleaseKey(component: package.tagged.component, version: package.tagged.version.releaseKey)
    }
    for (key, group) in groups {
      if let release = logs[key.component]?.release(key.version) {
        for package in group where !package.form.matches(release) {
          let error = OperationError(
            .versionTaken,
            "'\(key.component)' \(release.version) is recorded with other files"
          )
          outcome.refuse(package.tagged, error)
        }
      } else if group.allSatisfy({ $0.form.tree == group[0].form.tree }) {
        // The tag that a release would have today, or else the first one.
        let own = state.manifest.tagNaming(of: key.component).tag(group[0].tagged.version)
        distinct.append(group.first { $0.tagged.tag == own } ?? group[0])
      } else {
        let tags = Set(group.map { "'\($0.tagged.tag)'" }).sorted().joined(separator: " and ")
        for package in group {
          let error = OperationError(
            .versionTaken,
            "the tags \(tags) give the version \(package.tagged.version) to different files of"
              + " '\(key.component)'"
          )
          outcome.refuse(package.tagged, error)
        }
      }
    }
    return distinct.sorted {
      ($0.tagged.component, $0.tagged.version) < ($1.tagged.component, $1.tagged.version)
    }
  }

  private struct ReleaseKey: Hashable {
    let component: ComponentName
    let version: SemanticVersion
  }

  /// The releases of all packages that have what they depend on.
  private func releases(
    of packages: [TaggedPackage],
    besides logs: [ComponentName: ReleaseLog],
    _ outcome: inout Outcome,
    in workspace: borrowing Workspace
  ) throws -> [(TaggedPackage, Release)] {
    var dependencies = try PastDependencies(of: packages, beside: logs, in: workspace.repository)
    var work: [(package: TaggedPackage, requires: PastDependencies.Requirements)] = []
    for (package, requirements) in zip(packages, dependencies.requirements()) {
      switch requirements {
      case .success(let requires): work.append((package, requires))
      case .failure(let error): outcome.refuse(package.tagged, error)
      }
    }
    let counter = Counter(total: work.count)
    let packed = work.concurrentMap(reading: workspace.repository.gitDirectory) {
      work,
      repository in
      let tagged = work.package.tagged
      context.progress("packing \(tagged.component) \(tagged.version)\(counter.next())")
      return try work.package.release(
        requiring: work.requires,
        scope: state.manifest.scope,
        mirrorAuthor: state.manifest.mirrorAuthor,
        in: repository
      )
    }
    var releases: [(TaggedPackage, Release)] = []
    var damaged: Set<TaggedVersion> = []
    for (work, result) in zip(work, packed) {
      switch result {
      case .success(let release): releases.append((work.package, release))
      case .failure(let error):
        outcome.refuse(work.package.tagged, error)
        damaged.insert(work.package.tagged)
      }
    }
    if damaged.isEmpty { return releases }
    // Others may require them.
    let rest = work.map(\.package).filter { !damaged.contains($0.tagged) }
    return try self.releases(of: rest, besides: logs, &outcome, in: workspace)
  }
}

/// Counts what several processors do.
private final class Counter: Sendable {
  private let total: Int
  private let done = Mutex(0)

  init(total: Int) {
    self.total = total
  }

  /// ` (12 of 900)`.
  func next() -> String {
    let number = done.withLock { done in
      done += 1
      return done
    }
    return " (\(number) of \(total))"
  }
}

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
