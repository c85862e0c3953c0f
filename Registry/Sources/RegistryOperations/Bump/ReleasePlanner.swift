import Git
import RegistryModel
import Versioning

/// Works out the release of one component from a branch, or the reason against it.
struct ReleasePlanner {
  /// The branch, with the records of releases that the same commit makes before this one.
  let base: WriteBase
  let context: WriteContext

  /// - Parameter evidence: What was found out about the public interface before.
  func outcome(
    for name: ComponentName,
    _ choice: VersionChoice,
    _ evidence: InterfaceEvidence? = nil,
    in workspace: borrowing Workspace
  ) throws(OperationError) -> ReleaseOutcome {
    do {
      let component = try base.state.manifest.component(named: name.text).component
      return try outcome(for: name, component, choice, evidence, in: workspace)
    } catch {
      throw OperationError(error).of("component '\(name)'")
    }
  }

  private func outcome(
    for name: ComponentName,
    _ component: Component,
    _ choice: VersionChoice,
    _ evidence: InterfaceEvidence?,
    in workspace: borrowing Workspace
  ) throws -> ReleaseOutcome {
    let log = try workspace.log(of: name, in: base.state)
    var version = try choice.version(from: log.currentRelease?.version)
    if choice == .leastHonest, let evidence {
      version = try evidence.leastHonestVersion(after: log)
    }
    let checks = BumpChecks(name: name, component: component, version: version, base: base)
    let tree = try checks.folder(in: workspace)
    try BumpChecks.records(of: name, log, in: base.state)
    if let existing = try log.standing(version, tree: tree) { return .standing(existing) }
    try ReleaseLine(releases: log.releases.map(\.version)).check(version, of: name)
    let (form, listing) = try ReleaseFormPlan(
      folder: TreePath(component.path.description),
      tree: tree,
      root: base.tree
    ).form(in: workspace.repository)
    try checks.workingFiles(in: workspace)
    try checks.changes(since: log, form: form, in: workspace)
    let publication = try Publication(
      of: name,
      version,
      component,
      listing: listing,
      base: base,
      in: workspace
    )
    context.progress("packing \(name) \(version)")
    let archive = ReleaseArchive(
      component: name,
      version: version,
      listing: listing,
      edits: publication.edits
    )
    var release = Release(
      version: version,
      tree: try ObjectName(tree.hex),
      source: try ObjectName(base.tip.hex),
      date: try RecordDate(secondsSince1970: Int(context.clock().seconds)),
      archive: try archive.written(from: workspace.repository).checksum,
      requires: publication.requires,
      edits: publication.edits,
      files: form.files,
      omits: form.omits
    )
    if let evidence {
      guard evidence.isAbout(release, after: log.promise(before: version)) else {
        throw OperationError(.movedMeanwhile, "the branch has moved on from what was compared")
      }
      try evidence.check(version)
      release.interface = evidence.record(of: version)
    }
    return .draft(
      ReleaseDraft(
        name: name,
        component: component,
        release: release,
        previous: log.release(before: version),
        evidence: evidence,
        objects: listing.trees + listing.items.map(\.id)
      )
    )
  }
}

extension ReleaseLog {
  /// The release that a version goes on from.
  func release(before version: SemanticVersion) -> Release? {
    let versions = releases.lazy.map(\.version)
    return versions.predecessor(of: version).flatMap { self.release($0) }
  }
}
