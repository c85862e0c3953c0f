import Git
import RegistryModel
import Versioning
import Workspace

extension YankRelease {
  /// The baseline that withdrawn releases have ended, from which versions go on again; `nil` if there
  /// was none, or a greater release is left.
  ///
  /// The manifest had it in the commit that the first of them was made from.
  static func endedBaseline(
    of name: ComponentName,
    _ log: ReleaseLog,
    _ manifest: Manifest,
    in workspace: borrowing Workspace
  ) throws -> Baseline? {
    guard var component = manifest.components[name], component.baseline == nil,
      let source = log.newestWithdrawn.first?.source,
      try workspace.repository.header(of: source)?.kind == .commit,
      try workspace.content(
        of: workspace.manifestPath,
        in: workspace.repository.commit(source).tree
      ) != nil
    else { return nil }
    component.baseline = try workspace.state(at: source).manifest.components[name]?.baseline
    return log.baseline(of: component)
  }
}
