import Base
import Git
import Model
import Versions

/// The tags of a repository, read as versions of its components.
struct RepositoryTags {
  private let reader: TagReader
  private let names: [String]
  private let tip: ObjectID
  private let logs: [ComponentName: ReleaseLog]
  private let components: [ComponentName: Component]
  /// Whether the only component may have been at the root, where no package is any more.
  private let isRootOlder: Bool

  /// - Parameter state: With the manifest that lists the components, and the logs so far.
  init(
    of state: RegistryState,
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws {
    self.tip = tip
    let prefix = "refs/tags/"
    names = try workspace.repository.references(matching: "\(prefix)*")
      .map { String($0.name.dropFirst(prefix.count)) }
    reader = TagReader(state.manifest)
    components = state.manifest.components
    let root = try workspace.repository.commit(tip).tree
    isRootOlder =
      try components.count == 1
      && workspace.repository.entry(at: .packageManifest, in: root) == nil
    var logs: [ComponentName: ReleaseLog] = [:]
    let logged = names.isEmpty ? [] : workspace.loggedComponents(in: state)
    for (name, log) in zip(logged, try workspace.logs(of: logged, in: state)) {
      logs[name] = log
    }
    self.logs = logs
  }

  /// The common forms of tags whose versions are not recorded yet, where their commits have the
  /// packages.
  func schemes(in repository: borrowing Repository) throws -> [AdoptedPast.Scheme] {
    var schemes: [TagPattern: AdoptedPast.Scheme] = [:]
    for tag in names {
      guard
        case .version(let version, let owners, let pattern) = reader.reading(
          of: tag,
          by: TagPattern.common
        )
      else { continue }
      // Of a tag that names no component, it is enough that one has the version.
      if owners.contains(where: { logs[$0]?.release(version) != nil }) { continue }
      guard try hasPackage(of: owners, at: tag, in: repository) else { continue }
      schemes[pattern, default: AdoptedPast.Scheme(pattern: pattern, count: 0, example: tag)]
        .count += 1
    }
    return schemes.values.sorted { ($1.count, $0.pattern.text) < ($0.count, $1.pattern.text) }
  }

  /// Whether one of the components is a package in the commit of a tag.
  private func hasPackage(
    of owners: [ComponentName],
    at name: String,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard let tag = try repository.tag(name),
      try repository.header(of: tag.target)?.kind == .commit
    else { return false }
    let root = try repository.commit(tag.target).tree
    if isRootOlder, try repository.entry(at: .packageManifest, in: root) != nil { return true }
    return try owners.contains { owner in
      guard let path = components[owner]?.path else { return false }
      return try repository.entry(at: path.appending(.packageManifest), in: root) != nil
    }
  }

  /// The versions that tags of these forms name.
  struct Versions {
    var tagged: [TaggedVersion] = []
    /// Those of tags that lead to no commit, as if these led to the branch's newest one.
    var unreached: [TaggedVersion] = []
    /// The tags of these forms that name none, or lead to no commit.
    var refused: [AdoptedPast.RefusedTag] = []
  }

  func versions(
    by patterns: [TagPattern],
    in repository: borrowing Repository
  ) throws -> Versions {
    var versions = Versions()
    let now = try RecordDate(
      secondsSince1970: Int(repository.commit(tip).committer.time.seconds)
    )
    for tag in names {
      switch reader.reading(of: tag, by: patterns) {
      case .other: break
      case .refused(let error):
        versions.refused.append(AdoptedPast.RefusedTag(tag: tag, component: nil, error: error))
      case .version(let version, let owners, let pattern):
        // That of the only component names it.
        let isOfAll = pattern.isOfAll && components.count > 1
        func tagged(_ commit: ObjectID, _ date: RecordDate) -> [TaggedVersion] {
          owners.map { owner in
            TaggedVersion(
              owner,
              version,
              tag: tag,
              commit: commit,
              date: date,
              isOfAll: isOfAll
            )
          }
        }
        do {
          let (commit, date) = try target(of: tag, in: repository)
          versions.tagged += tagged(commit, date)
        } catch {
          let error = OperationError(error)
          versions.refused.append(AdoptedPast.RefusedTag(tag: tag, component: nil, error: error))
          if !isOfAll { versions.unreached += tagged(tip, now) }
        }
      }
    }
    return versions
  }

  /// The commit that a tag leads to, and when the tag was made, or else the commit.
  private func target(
    of name: String,
    in repository: borrowing Repository
  ) throws -> (ObjectID, RecordDate) {
    guard let tag = try repository.tag(name),
      try repository.header(of: tag.target)?.kind == .commit
    else { throw OperationError(.invalidTag, "the tag does not lead to a commit") }
    let time = try tag.tagger?.time ?? repository.commit(tag.target).committer.time
    return (tag.target, try RecordDate(secondsSince1970: Int(time.seconds)))
  }
}
