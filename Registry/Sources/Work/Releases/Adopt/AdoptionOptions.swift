package import Base
import Content
package import Git
package import Model
package import Versions

/// The choices of a person for the adoption of a repository.
package struct AdoptionOptions: Sendable {
  /// The origin of the names of components.
  package enum NameSource: String, CaseIterable, Hashable, Sendable {
    case folder
    /// All folders from the root of the repository.
    case path
    case package
  }

  /// If there are any, only packages in these folders, and below.
  private(set) var included = FolderPatterns()
  /// The packages in these folders, and below, are never released.
  private(set) var privates = FolderPatterns()
  /// Patterns of folders without packages, as they were typed.
  private(set) var exclusions: [String] = []
  /// Whether a repository without packages gets a manifest too, for what others publish to it.
  package var mayBeEmpty = false
  /// The scope; `nil` for the one that follows from the repository.
  package var scope: ScopeName?
  /// The origin of the components' names.
  package var nameSource = NameSource.folder
  /// Whether packages inside the folders of others are listed too.
  package var listsNested = false
  /// Whether layers are derived from the dependencies.
  package var makesLayers = false
  /// The forms of tags that become releases; empty to recognize the common ones only.
  package var tagChoices: [TagChoice] = []
  /// The versions that components have reached without a release.
  package var baselines: [BaselineChoice] = []
  /// Whether the toolchain may run manifests that compute what a release needs; written to the
  /// registry's manifest.
  package var evaluates = false
  /// The same, asked if the packages have such manifests and nothing else says that they may be run.
  package var mayEvaluate: @Sendable ([TreePath]) -> Bool = { _ in false }
  /// The users that releases are for; `nil` to propose that for a repository without a manifest.
  package var release: ReleaseKind?
  /// Whether a first manifest lists the licence and the notice of the root for components without.
  package var listsRootFiles = true

  package init() {}

  /// Selects packages by patterns as in `.gitignore`: of folders, and of what is below.
  package mutating func select(
    included: [String],
    excluded: [String],
    private privates: [String]
  ) throws(OperationError) {
    self.privates = try FolderPatterns(privates)
    self.included = try FolderPatterns(included)
    _ = try FolderPatterns(excluded)
    exclusions = excluded
  }
}

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
