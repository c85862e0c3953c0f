import Base
package import Git
package import Model
import Versions
import Synchronization

/// Tells whether a folder of a commit would be published like a release.
///
/// Equal folders may not be: the target of a link or a file of the root may have changed, and the
/// attributes of the folders above may leave out other files. Other folders may be: what differs may be
/// left out.
package final class ReleasedForms: Sendable {
  /// The tree of the whole commit.
  let root: ObjectID
  /// Names of files in the root that each component is published with.
  private let rootFiles: [TreePath]

  private struct Key: Hashable {
    let folder: TreePath
    let version: SemanticVersion
  }

  private let known = Mutex<[Key: Bool]>([:])
  private let rules = Mutex<ExportRules?>(nil)

  package init(root: ObjectID, rootFiles: [TreePath]) {
    self.root = root
    self.rootFiles = rootFiles
  }

  /// - Parameter tree: Of the folder, in the commit.
  package func matches(
    _ release: Release,
    _ tree: ObjectID,
    at folder: TreePath,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard release.tree == tree else {
      let key = Key(folder: folder, version: release.version)
      if let answer = known.withLock({ $0[key] }) { return answer }
      let answer = try publishesSameFiles(as: release, tree, at: folder, in: repository)
      known.withLock { $0[key] = answer }
      return answer
    }
    // Nothing of the repository around it was added or left out.
    if release.isUploaded { return true }
    guard try added(to: tree, for: release, in: repository) == release.adds
    else { return false }
    guard
      try !release.files.isEmpty || !release.omits.isEmpty
        || dependsOnAttributes(folder, for: release, in: repository)
    else { return true }
    let key = Key(folder: folder, version: release.version)
    if let answer = known.withLock({ $0[key] }) { return answer }
    let form = try outline(of: tree, at: folder, for: release, in: repository)
    let answer = form?.matches(release) ?? false
    known.withLock { $0[key] = answer }
    return answer
  }

  /// Whether a folder differs from a release's only in what is left out.
  private func publishesSameFiles(
    as release: Release,
    _ tree: ObjectID,
    at folder: TreePath,
    in repository: borrowing Repository
  ) throws -> Bool {
    let before = ReleaseForm(of: release)
    guard !release.isInternal, !release.isUploaded, repository.contains(before.tree) else {
      return false
    }
    do {
      guard let form = try outline(of: tree, at: folder, for: release, in: repository),
        !form.omits.isEmpty || !before.omits.isEmpty, form.adds == before.adds
      else { return false }
      let files = try form.listing(in: repository).items
      return try files == before.listing(in: repository).items
    } catch let error as OperationError where error.code.concern == .component {
      // It can no longer be released, which counts as a change.
      return false
    }
  }

  /// Whether a folder that another commit has as well would be published the same from there.
  package func matches(
    _ other: ReleasedForms,
    _ tree: ObjectID,
    at folder: TreePath,
    since release: Release,
    in repository: borrowing Repository
  ) throws -> Bool {
    if release.isUploaded { return true }
    guard
      try added(to: tree, for: release, in: repository)
        == other.added(to: tree, for: release, in: repository)
    else { return false }
    guard
      try !release.files.isEmpty || !release.omits.isEmpty
        || dependsOnAttributes(folder, for: release, in: repository)
        || other.dependsOnAttributes(folder, for: release, in: repository)
    else { return true }
    let here = try outline(of: tree, at: folder, for: release, in: repository)
    let there = try other.outline(of: tree, at: folder, for: release, in: repository)
    return here?.files == there?.files && here?.omits == there?.omits
  }

  /// Whether attributes of the folders above may leave out something of a folder.
  private func dependsOnAttributes(
    _ folder: TreePath,
    for release: Release,
    in repository: borrowing Repository
  ) throws -> Bool {
    if release.isInternal { return false }
    return try rules.withLock { rules in
      var known = try rules ?? ExportRules(root: root, in: repository)
      // Held once, they are changed in place.
      rules = nil
      defer { rules = known }
      return try known.mayLeaveOut(below: folder.parent, in: repository)
    }
  }

  /// The folder and the paths outside of it that it is published with; a change of one of them
  /// changes the component.
  package func paths(
    of tree: ObjectID,
    at folder: TreePath,
    since release: Release,
    in repository: borrowing Repository
  ) throws -> [TreePath] {
    if release.files.isEmpty, rootFiles.isEmpty || release.isInternal { return [folder] }
    let places = try outline(of: tree, at: folder, for: release, in: repository)?.places ?? []
    return [folder] + Set(places).filter { !$0.isInside(folder) }.sorted()
  }

  /// `nil` if a file of the root is missing, so that the folder can no longer be released.
  private func added(
    to tree: ObjectID,
    for release: Release,
    in repository: borrowing Repository
  ) throws -> [TreePath: PublishedObject]? {
    if release.isInternal { return [:] }
    do {
      return try RootFiles(names: rootFiles, root: root).added(to: tree, in: repository)
    } catch let error as OperationError where error.code == .noRootFile {
      return nil
    }
  }

  /// `nil` if the folder can no longer be released, which counts as a change.
  private func outline(
    of tree: ObjectID,
    at folder: TreePath,
    for release: Release,
    in repository: borrowing Repository
  ) throws -> ReleaseForm? {
    do {
      return try ReleaseFormPlan(
        folder: folder,
        tree: tree,
        root: root,
        rootFiles: rootFiles,
        kind: release.kind
      ).outline(in: repository)
    } catch let error as OperationError
      where [.linkLeavesFolder, .submoduleNeeded, .noRootFile].contains(error.code)
    {
      return nil
    }
  }
}
