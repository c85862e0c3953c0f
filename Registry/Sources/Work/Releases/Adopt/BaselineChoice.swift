package import Base
import Git
import Model
import Versions

/// The version that components have reached without a release.
package struct BaselineChoice: Hashable, Sendable {
  /// A name or a pattern; `nil` for all that were never released.
  let name: String?
  let version: SemanticVersion

  /// Reads `VERSION` or `NAME=VERSION`.
  package init(_ text: String) throws(OperationError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = parts.count > 1 ? String(parts[0]) : nil
    version = try unifyingErrors { try SemanticVersion(String(parts.last ?? "")) }
  }
}

extension [BaselineChoice] {
  /// The baselines that a manifest does not have yet; a later choice takes precedence.
  ///
  /// - Parameters:
  ///   - released: The greatest versions of components with releases, which only a greater baseline
  ///     can follow.
  ///   - tagged: A version that one of these tags names has its commit.
  func baselines(
    in manifest: Manifest,
    at commit: ObjectID,
    released: [ComponentName: SemanticVersion],
    among tagged: [TaggedVersion]
  ) throws -> [ComponentName: Baseline] {
    var versions: [ComponentName: SemanticVersion] = [:]
    for choice in self {
      guard let text = choice.name else {
        for (name, component) in manifest.components
        where component.baseline == nil && released[name] == nil {
          versions[name] = choice.version
        }
        continue
      }
      for name in try manifest.components(matching: text) {
        if let last = released[name], choice.version <= last {
          throw OperationError(
            .alreadyReleased,
            "'\(name)' has the release '\(last)', which the next one follows",
            help: "leave it out, or name a greater version that was used without a release here"
          )
        }
        versions[name] = choice.version
      }
    }
    var baselines: [ComponentName: Baseline] = [:]
    for (name, version) in versions {
      let known = manifest.components[name]?.baseline?.version
      if let known, known.isSpelled(like: version) { continue }
      let tag = tagged.first { $0.component == name && $0.version.isSpelled(like: version) }
      baselines[name] = tag.map { Baseline($0) } ?? Baseline(version: version, source: commit)
    }
    return baselines
  }
}

extension Baseline {
  /// The version that a tag names, at its commit.
  init(_ tagged: TaggedVersion) {
    self.init(version: tagged.version, source: tagged.commit, tag: tagged.tag)
  }
}
