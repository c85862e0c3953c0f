import Base
import Content
import Git
import Model
import Versions

/// Plans a change of pins, for one app or for all.
struct PinPlanner {
  let base: WriteBase
  /// Whether a record of the last resolution that cannot be read is ignored and replaced.
  var replacesDamaged = false
  /// The rules for newly chosen releases; `nil` if there are none.
  var layers: LayerRules?

  /// The plan that records `document` and its resolution; `nil` if both are already recorded.
  ///
  /// The components in `names` may move from their resolved releases in the app `updated`, or
  /// in any if it is `nil`; only its team changes what another app is built from.
  func plan(
    _ document: ManifestDocument,
    message: String,
    reason: String,
    updating names: Set<ComponentName> = [],
    of updated: AppName? = nil,
    in workspace: borrowing Workspace
  ) throws -> (plan: WritePlan?, before: ResolvedReleases, after: ResolvedReleases) {
    let before = try before(in: workspace)
    var after = ResolvedReleases()
    for (name, app) in document.manifest.apps.sorted(by: { $0.key < $1.key }) {
      let resolution = AppResolution(
        name: name,
        app: app,
        state: base.state.replacing(document),
        previous: before,
        updated: updated ?? name == name ? names : []
      )
      let releases = try resolution.releases(in: workspace)
      after.apps[name] = releases.mapValues(\.version)
      try refuseLayers(of: releases, besides: before.apps[name] ?? [:], document)
    }
    let files = try [
      base.file(workspace.manifestPath, document.text, in: workspace),
      base.file(workspace.resolvedPath, after.text, in: workspace),
    ].filter { $0.old != $0.new }
    guard !files.isEmpty else { return (nil, before, after) }
    let plan = WritePlan(
      .commit(files: files, message: message + changes(from: before, to: after)),
      reason: reason
    )
    return (plan, before, after)
  }

  /// Throws for a release that depends on a layer that its component may not use.
  private func refuseLayers(
    of releases: [ComponentName: Release],
    besides before: [ComponentName: SemanticVersion],
    _ document: ManifestDocument
  ) throws(OperationError) {
    guard let layers else { return }
    for (name, release) in releases.sorted(by: { $0.key < $1.key })
    where before[name] != release.version {
      for dependency in release.requires.keys.sorted() {
        let refusal = layers.refusal(of: dependency, usedBy: name, file: document.file)
        if let refusal { throw refusal.of("\(name) \(release.version)") }
      }
    }
  }

  private func before(in workspace: borrowing Workspace) throws(OperationError) -> ResolvedReleases
  {
    do throws(OperationError) {
      return try workspace.resolved(in: base.state)
    } catch  where replacesDamaged && error.code != .notAFile {
      return ResolvedReleases()
    }
  }

  /// The lines of the commit message about the releases that change.
  private func changes(from before: ResolvedReleases, to after: ResolvedReleases) -> String {
    var lines: [String] = []
    for (app, releases) in after.apps.sorted(by: { $0.key < $1.key }) {
      let old = before.apps[app] ?? [:]
      for name in Set(releases.keys).union(old.keys).sorted() where releases[name] != old[name] {
        let from = old[name]?.description ?? "the working tree"
        let to = releases[name]?.description ?? "the working tree"
        lines.append("- \(app): \(name) from \(from) to \(to)")
      }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
  }
}
