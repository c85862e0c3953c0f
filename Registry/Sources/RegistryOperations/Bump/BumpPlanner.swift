import Git
import RegistryModel
import Versioning

/// Works out a release from the branch as it is, or the reason against it.
///
/// What compares the public API with the last release's belongs between the checks and the record.
struct BumpPlanner {
  let request: Bump
  let base: WriteBase

  func plan(in workspace: borrowing Workspace) throws -> Bump.Result {
    let manifest = base.state.manifest
    let (name, component) = try manifest.component(named: request.component)
    do {
      return try plan(name, component, in: workspace)
    } catch {
      throw OperationError(error).of("component '\(name)'")
    }
  }

  private func plan(
    _ name: ComponentName,
    _ component: Component,
    in workspace: borrowing Workspace
  ) throws -> Bump.Result {
    let log = try workspace.log(of: name, in: base.state)
    let version = try request.version.version(
      from: log.currentRelease?.version
    )
    let checks = BumpChecks(name: name, component: component, version: version, base: base)
    let tree = try checks.folder(in: workspace)
    if let existing = try checks.sameRelease(in: log, tree: tree) {
      return result(existing, of: name, in: log, plan: nil)
    }
    try ReleaseLine(releases: log.releases.map(\.version)).check(version, of: name)
    let listing = try workspace.repository.listing(of: tree)
    try checks.workingFiles(in: workspace)
    try checks.changes(since: log, tree: tree, in: workspace)
    let publication = try Publication(
      of: name,
      component,
      listing: listing,
      base: base,
      in: workspace
    )
    request.context.progress("packing \(name) \(version)")
    let archive = ReleaseArchive(
      component: name,
      version: version,
      listing: listing,
      edits: publication.edits
    )
    let release = Release(
      version: version,
      tree: try ObjectName(tree.hex),
      source: try ObjectName(base.tip.hex),
      date: try RecordDate(secondsSince1970: Int(request.context.clock().seconds)),
      archive: try archive.written(from: workspace.repository).checksum,
      requires: publication.requires,
      edits: publication.edits
    )
    let writing = ReleaseWriting(name: name, component: component, release: release, base: base)
    let plan = try writing.plan(
      log: log,
      notes: request.notes,
      reliesOn: listing.trees + listing.items.map(\.id),
      in: workspace
    )
    return result(release, of: name, in: log, plan: plan)
  }

  private func result(
    _ release: Release,
    of name: ComponentName,
    in log: ReleaseLog,
    plan: WritePlan?
  ) -> Bump.Result {
    Bump.Result(
      component: name,
      release: release,
      tag: releaseTag(name, release.version),
      previous: log.release(before: release.version),
      plan: plan
    )
  }
}

extension ReleaseLog {
  /// The release that a version goes on from: the greatest lower one, which for a release proper is
  /// no pre-release if it can be helped.
  func release(before version: SemanticVersion) -> Release? {
    let lower = releases.filter { $0.version < version }
    if !version.isPrerelease, let last = lower.last(where: { !$0.version.isPrerelease }) {
      return last
    }
    return lower.last
  }
}
