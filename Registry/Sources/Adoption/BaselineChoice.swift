import Git
import GitValues
import RegistryModel
import Versioning
package import Workspace

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
  /// - Parameter released: Components with releases, which need no baseline.
  func baselines(
    in manifest: Manifest,
    at commit: ObjectID,
    released: Set<ComponentName>
  ) throws -> [ComponentName: Baseline] {
    var versions: [ComponentName: SemanticVersion] = [:]
    for choice in self {
      guard let text = choice.name else {
        for (name, component) in manifest.components
        where component.baseline == nil && !released.contains(name) {
          versions[name] = choice.version
        }
        continue
      }
      for name in try manifest.components(matching: text) {
        guard !released.contains(name) else {
          throw OperationError(
            .alreadyReleased,
            "'\(name)' has releases, from which the next one goes on",
            help: "leave it out: a baseline is for a component that was never released"
          )
        }
        versions[name] = choice.version
      }
    }
    return versions.filter { name, version in
      manifest.components[name]?.baseline?.version.isSpelled(like: version) != true
    }.mapValues { Baseline(version: $0, source: commit) }
  }
}
