import Base
import Git
import Model
import Versions

/// The tags of a component's releases, as far as they follow from its log.
struct ReleaseTags {
  private let naming: TagNaming
  /// The tags that the repository has.
  private let tags: TagNames

  private var component: ComponentName { naming.component }

  /// - Parameters:
  ///   - naming: Of the component's next releases.
  ///   - tags: Those that the repository has.
  init(_ naming: TagNaming, among tags: TagNames) {
    (self.naming, self.tags) = (naming, tags)
  }

  /// The existing ones, including those of releases that this branch has no record of.
  var versions: [SemanticVersion] {
    tags.names(in: naming.isPlain ? Self.all : Self.folder(of: component))
      .compactMap { naming.version(of: $0.dropFirst(Self.all.count + 1)) }
  }

  /// Whether the component has no greater release, on this branch or, as its tags show, on another
  /// one.
  ///
  /// A release that is not the newest does not change the manifest, so that its branch merges back
  /// without a conflict. Withdrawn releases do not count.
  func isNewest(_ version: SemanticVersion, in log: ReleaseLog) -> Bool {
    if let last = log.greatestAvailable, version < last.version { return false }
    return versions.allSatisfy { other in
      // A later pre-release on another branch does not make this release a backport.
      other < version || (other.isPrerelease && !version.isPrerelease)
        || log.yank(of: other) != nil
    }
  }

  private static let all = "refs/tags"

  private static func folder(of component: ComponentName) -> String { "\(all)/\(component)" }

  /// Tags that a clone lacks.
  struct Missing: Sendable {
    /// Tags that can be created.
    var tags: [PlannedTag] = []
    /// Tags that cannot be created.
    var unavailable: [UnavailableTag] = []
  }

  /// The missing tags of recorded releases, by name, except those of adopted releases, which only a
  /// fetch can bring.
  ///
  /// Author and date of a tag come from the commit that brought the record, so that every clone
  /// creates the same one.
  func missing(
    from base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> Missing {
    let absent = try absent(from: base, in: workspace)
    guard !absent.isEmpty else { return Missing() }
    let commits = try commits(of: absent, from: base, in: workspace)
    var missing = Missing()
    for (version, release) in absent.sorted(by: { $0.key < $1.key }) {
      let naming = TagNaming(of: component, release)
      let name = naming.tag(version)
      if try !hasRoom(for: name, in: workspace.repository) {
        missing.unavailable.append(UnavailableTag(name: name, reason: .conflict))
      } else if let commit = commits[version] {
        missing.tags.append(Self.planned(naming, version, of: commit))
      } else {
        let isShallow = workspace.repository.isShallow
        missing.unavailable.append(
          UnavailableTag(name: name, reason: isShallow ? .shallowClone : .noCommit)
        )
      }
    }
    return missing
  }

  private func absent(
    from base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> [SemanticVersion: Release] {
    var absent: [SemanticVersion: Release] = [:]
    for release in try workspace.log(of: component, in: base.state).releases
    where release.tag == nil {
      let name = "\(Self.all)/\(release.ownTag(of: component))"
      if !tags.contains(name) { absent[release.version] = release }
    }
    return absent
  }

  /// The commits that brought the records of these releases, with their files.
  private func commits(
    of releases: [SemanticVersion: Release],
    from base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> [SemanticVersion: Commit] {
    var found: [SemanticVersion: Commit] = [:]
    var open = Set(releases.keys)
    let trees = CommitTrees(manifest: workspace.manifestPath)
    var graph = CommitGraph()
    let path = workspace.logPath(of: component)
    for id in try workspace.repository.commits(touching: path, from: base.tip, graph: &graph) {
      let commit = try workspace.repository.commit(id)
      // Where history was cut off, a commit seems to have brought all that it has.
      guard commit.parents.allSatisfy({ workspace.repository.contains($0) }) else { continue }
      var new = try recorded(in: commit.tree, workspace).intersection(open)
      for parent in commit.parents {
        new.subtract(try recorded(in: workspace.repository.commit(parent).tree, workspace))
      }
      for version in new {
        // A squash brings the records of several releases, and the files of the last one at most.
        guard let release = releases[version],
          try trees.tree(
            of: component,
            expecting: release.tree,
            inCommit: id,
            now: base.state.manifest.components[component]?.path,
            in: workspace.repository
          ) == release.tree
        else { continue }
        found[version] = commit
        open.remove(version)
      }
      if open.isEmpty { break }
    }
    for version in open {
      found[version] = try releases[version].flatMap {
        try source(of: $0, in: base, trees, workspace)
      }
    }
    return found
  }

  /// The commit that a release was made from, if the branch has it and it has these files.
  ///
  /// After a squash or a rebase onto changes of the component, the record is in a commit with other
  /// files.
  private func source(
    of release: Release,
    in base: WriteBase,
    _ trees: CommitTrees,
    _ workspace: borrowing Workspace
  ) throws -> Commit? {
    guard try workspace.repository.header(of: release.source)?.kind == .commit,
      try workspace.repository.isAncestor(release.source, of: base.tip),
      try trees.tree(
        of: component,
        expecting: release.tree,
        inCommit: release.source,
        now: base.state.manifest.components[component]?.path,
        in: workspace.repository
      ) == release.tree
    else { return nil }
    return try workspace.repository.commit(release.source)
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
    let folder = TreePath(known: "\(Self.all)/\(tag)").parent.string
    return try repository.isReferenceName("\(Self.all)/\(tag)")
      && (folder == Self.all || repository.reference(folder) == nil)
      && tags.names(in: "\(Self.all)/\(tag)").isEmpty
  }

  /// - Parameter commit: `nil` for the commit that is about to be made.
  static func planned(
    _ naming: TagNaming,
    _ version: SemanticVersion,
    of commit: Commit? = nil
  ) -> PlannedTag {
    PlannedTag(
      name: naming.tag(version),
      message: "\(naming.component) \(version)\n",
      commit: commit
    )
  }
}
