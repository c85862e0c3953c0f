import Git
import RegistryModel
package import Versioning

/// The tags of a component's releases, as far as they follow from the log.
package struct ReleaseTags {
  private let component: ComponentName

  package init(component: ComponentName) {
    self.component = component
  }

  /// Makes the tags of recorded releases that this clone has not, and returns their names.
  ///
  /// A tag follows from the commit that brought the record, its author and date included, so that
  /// every clone makes the same one. A release whose commit is not in the branch's history gets
  /// none; a tag that is there stays as it is.
  @discardableResult
  package func restoreMissing(
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [String] {
    try unifyingErrors {
      guard let tip = try workspace.repository.head().tip else { return [] }
      let log = try workspace.log(of: component, in: workspace.state(at: tip))
      var missing: [String: SemanticVersion] = [:]
      let present = Set(
        try workspace.repository.references(matching: "refs/tags/\(component)/*").map(\.name)
      )
      for release in log.releases {
        let tag = releaseTag(component, release.version)
        if !present.contains("refs/tags/\(tag)") { missing[tag] = release.version }
      }
      return missing.isEmpty ? [] : try restore(missing, below: tip, in: workspace)
    }
  }

  private func restore(
    _ missing: [String: SemanticVersion],
    below tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [String] {
    var missing = missing
    var restored: [String] = []
    var graph = CommitGraph()
    let path = workspace.logPath(of: component)
    for id in try workspace.repository.commits(touching: path, from: [tip], graph: &graph) {
      let commit = try workspace.repository.commit(id)
      let here = try versions(in: commit.tree, workspace)
      var before: Set<SemanticVersion> = []
      for parent in commit.parents where workspace.repository.contains(parent) {
        before.formUnion(try versions(in: workspace.repository.commit(parent).tree, workspace))
      }
      for (tag, version) in missing.sorted(by: { $0.key < $1.key })
      where here.contains(version) && !before.contains(version) {
        try make(Self.planned(component, version), of: commit, in: workspace.repository)
        missing[tag] = nil
        restored.append(tag)
      }
      if missing.isEmpty { break }
    }
    return restored
  }

  private func versions(
    in tree: ObjectID,
    _ workspace: borrowing Workspace
  ) throws -> Set<SemanticVersion> {
    let path = workspace.logPath(of: component)
    guard let bytes = try workspace.content(of: path, in: tree) else { return [] }
    return Set(try ReleaseLog(reading: bytes, file: path.string).releases.map(\.version))
  }

  private func make(
    _ tag: PlannedTag,
    of commit: Commit,
    in repository: borrowing Repository
  ) throws {
    let id = try repository.writeTag(
      tag.name,
      target: commit.id,
      tagger: commit.committer,
      message: tag.message
    )
    try repository.syncObjects([id])
    try repository.updateReference(
      tag.reference,
      to: id,
      expecting: nil,
      reason: "registry: restore the tag '\(tag.name)'"
    )
  }

  static func planned(_ component: ComponentName, _ version: SemanticVersion) -> PlannedTag {
    PlannedTag(
      name: releaseTag(component, version),
      message: "\(component) \(version)\n"
    )
  }
}
