import Git
import RegistryModel
import Versioning

/// The tags of a component's releases, as far as they follow from the log.
struct ReleaseTags {
  private let component: ComponentName

  init(component: ComponentName) {
    self.component = component
  }

  /// Tags that a clone lacks.
  struct Missing: Sendable {
    /// That can be made.
    var tags: [PlannedTag] = []
    /// The names of those that cannot: their commits are not in the branch's history, as in a
    /// shallow clone, or another tag's name leaves no room for them.
    var unavailable: [String] = []
  }

  /// The tags of recorded releases that are not here, by name.
  ///
  /// A tag follows from the commit that brought the record, its author and date included, so that
  /// every clone makes the same one.
  func missing(
    from base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Missing {
    let absent = try absent(from: base, in: workspace)
    guard !absent.isEmpty else { return Missing() }
    let commits = try commits(of: Set(absent.values), below: base.tip, in: workspace)
    var missing = Missing()
    for (name, version) in absent.sorted(by: { $0.key < $1.key }) {
      if let commit = commits[version], try hasRoom(for: name, in: workspace.repository) {
        missing.tags.append(Self.planned(component, version, of: commit))
      } else {
        missing.unavailable.append(name)
      }
    }
    return missing
  }

  private func absent(
    from base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> [String: SemanticVersion] {
    let present = Set(
      try workspace.repository.references(matching: "refs/tags/\(component)/*").map(\.name)
    )
    var absent: [String: SemanticVersion] = [:]
    for release in try workspace.log(of: component, in: base.state).releases {
      let name = releaseTag(component, release.version)
      if !present.contains("refs/tags/\(name)") { absent[name] = release.version }
    }
    return absent
  }

  /// The commits that brought the records of these releases.
  private func commits(
    of versions: Set<SemanticVersion>,
    below tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [SemanticVersion: Commit] {
    var found: [SemanticVersion: Commit] = [:]
    var graph = CommitGraph()
    let path = workspace.logPath(of: component)
    for id in try workspace.repository.commits(touching: path, from: [tip], graph: &graph) {
      let commit = try workspace.repository.commit(id)
      var new = try recorded(in: commit.tree, workspace).intersection(versions)
      for parent in commit.parents where workspace.repository.contains(parent) {
        new.subtract(try recorded(in: workspace.repository.commit(parent).tree, workspace))
      }
      for version in new { found[version] = found[version] ?? commit }
      if found.count == versions.count { break }
    }
    return found
  }

  private func recorded(
    in tree: ObjectID,
    _ workspace: borrowing Workspace
  ) throws -> Set<SemanticVersion> {
    let path = workspace.logPath(of: component)
    guard let bytes = try workspace.content(of: path, in: tree) else { return [] }
    return Set(try ReleaseLog(reading: bytes, file: path.string).releases.map(\.version))
  }

  /// A tag and a folder of tags cannot have the same name.
  private func hasRoom(for tag: String, in repository: borrowing Repository) throws -> Bool {
    try repository.isReferenceName("refs/tags/\(tag)")
      && repository.reference("refs/tags/\(component)") == nil
      && repository.references(matching: "refs/tags/\(tag)/*").isEmpty
  }

  /// - Parameter commit: Nothing for the commit that is about to be made.
  static func planned(
    _ component: ComponentName,
    _ version: SemanticVersion,
    of commit: Commit? = nil
  ) -> PlannedTag {
    PlannedTag(
      name: releaseTag(component, version),
      message: "\(component) \(version)\n",
      commit: commit
    )
  }
}
