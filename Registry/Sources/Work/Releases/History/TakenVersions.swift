import Base
import Git
import Model
import Versions

/// The versions that a component's next release cannot have: those of its releases, withdrawn or
/// not, and those that a tag names, in a form that another tool may have used.
struct TakenVersions {
  private let name: ComponentName
  private let naming: TagNaming
  private let path: TreePath
  private let log: ReleaseLog
  private let baseline: Baseline?
  private let tags: TagNames
  /// The forms of the tags that releases were adopted from.
  private let adopted: [TagPattern]

  /// - Parameter tags: Those that the repository has.
  init(of name: ComponentName, _ component: Component, _ log: ReleaseLog, among tags: TagNames) {
    (self.name, path, self.log, self.tags) = (name, component.path, log, tags)
    naming = TagNaming(of: name, at: component.path)
    baseline = log.baseline(of: component)
    let forms = log.releases.compactMap { release in
      release.tag.flatMap { tag in
        tag.ranges(of: release.version.description).last.map { range in
          "\(tag[..<range.lowerBound]){version}\(tag[range.upperBound...])"
        }
      }
    }
    adopted = Set(forms).compactMap { try? TagPattern($0) }
  }

  func contains(_ version: SemanticVersion) -> Bool {
    log.release(version) != nil || tag(naming: version) != nil
  }

  /// The tag of a version that has no record; `nil` if there is none.
  func tag(naming version: SemanticVersion) -> String? {
    if log.release(version) != nil { return nil }
    if let baseline, let tag = baseline.tag, baseline.version.releaseKey == version.releaseKey {
      return tag
    }
    let names = [name.text, name.text.lowercased()]
    let folders = [String(path.name), path.name.lowercased()]
    let own = naming.tag(version)
    // A version alone is one of the package at the root.
    let found = TagPattern.common.filter { !$0.isOfAll || naming.isPlain }.flatMap { pattern in
      // A folder's name in the form of a release's tag may be the name of another component.
      (pattern.isOfReleases ? names : names + folders).map { pattern.tag($0, at: path, version) }
    }.first { $0 != own && tags.contains("refs/tags/\($0)") }
    if let found { return found }
    // Later tags of the whole repository are those of something else.
    guard let last = log.releases.last, version < last.version else { return nil }
    return adopted.lazy.map { $0.tag(name.text, at: path, version) }.sorted()
      .first { $0 != own && tags.contains("refs/tags/\($0)") }
  }

  /// The version, or the first one after it that is free.
  func free(from version: SemanticVersion) throws(OperationError) -> SemanticVersion {
    var version = version
    while contains(version) { version = try version.nextFree }
    return version
  }

  /// The version, or the first one after it, that no release has on any branch, as far as tags tell:
  /// what a message may advise.
  func unused(from version: SemanticVersion) throws(OperationError) -> SemanticVersion {
    var version = version
    while isUsed(version) { version = try version.nextFree }
    return version
  }

  /// Whether a release has the version on any branch, as far as tags tell.
  func isUsed(_ version: SemanticVersion) -> Bool {
    contains(version) || tags.contains("refs/tags/\(naming.tag(version))")
  }

  /// The free version that as many steps as necessary lead to.
  func free(
    from start: SemanticVersion,
    by increment: VersionIncrement
  ) throws(OperationError) -> SemanticVersion {
    try first(from: start, by: increment) { !contains($0) }
  }

  /// Whether a release got its version by such steps.
  func leads(
    from start: SemanticVersion,
    to version: SemanticVersion,
    by increment: VersionIncrement
  ) throws(OperationError) -> Bool {
    guard start < version else { return false }
    return try first(from: start, by: increment) { $0 >= version || !contains($0) } == version
  }

  private func first(
    from start: SemanticVersion,
    by increment: VersionIncrement,
    where isWanted: (SemanticVersion) -> Bool
  ) throws(OperationError) -> SemanticVersion {
    var version = try start.incremented(increment)
    while !isWanted(version) {
      let next = try version.incremented(increment)
      // A label may sort before the one that it replaces.
      guard next > version else { break }
      version = next
    }
    return version
  }
}

extension SemanticVersion {
  /// The version to take if this one is taken: the next patch, or the next pre-release.
  var nextFree: SemanticVersion {
    get throws(OperationError) {
      isPrerelease ? try incremented(.prerelease(prereleaseLabel)) : nextPatch
    }
  }
}
