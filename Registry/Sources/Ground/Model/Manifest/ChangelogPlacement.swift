/// Where the changes of releases are listed.
package enum ChangelogPlacement: String, CaseIterable, Hashable, Sendable {
  /// In one file in the root of the repository, with a section for each component.
  case repository
  /// In a file in the folder of each component, which its releases contain.
  case components
}
