package import Versioning

/// How a repository is to be adopted.
package struct AdoptionOptions: Sendable {
  /// Where the names of components come from.
  package enum NameSource: String, CaseIterable, Hashable, Sendable {
    case folder
    case package
  }

  package var selection = PackageSelection()
  /// Nothing for the one that follows from the repository.
  package var scope: ScopeName?
  package var nameSource = NameSource.folder
  /// Whether packages in the folders of others are listed too.
  package var listsNested = false
  /// Whether layers are made of the dependencies.
  package var makesLayers = false
  /// The forms of the tags that become releases; none, to look for the common ones alone.
  package var tagPatterns: [TagPattern] = []
  package var baselines: [BaselineChoice] = []
  /// Evaluates what cannot be read; `nil` if no manifest may be run.
  package var evaluating: (any ManifestEvaluating)?

  package init() {}
}
