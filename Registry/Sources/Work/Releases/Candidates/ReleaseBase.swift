import Content
import Git
import ManifestEditor
import ManifestForms
import Model
import Versions

/// The commit that candidates are read from, with the releases that are planned so far.
struct ReleaseBase: Sendable {
  /// The branch's newest commit.
  let tip: ObjectID
  /// The tree of the commit, with the version files as the planned releases leave them.
  private(set) var tree: ObjectID
  /// The data of the commit, with the releases that are planned so far.
  var state: RegistryState
  let places: ComponentPlaces
  /// Which files are the components'.
  let trees: ComponentTrees
  let manifests: PackageManifests
  /// How the packages' manifests are read.
  let reading: ManifestReading
  private(set) var forms: ReleasedForms
  let layers: LayerRules
  let groups: ComponentGroups
  /// Names of files in the root that each component is published with.
  var rootFiles: [TreePath]

  /// - Parameter now: The time that decides which exceptions to the layers have expired.
  init(
    tip: ObjectID,
    tree: ObjectID,
    state: RegistryState,
    manifests: PackageManifests,
    reading: ManifestReading,
    now: RecordDate
  ) {
    self.reading = reading
    (self.tip, self.tree, self.state, self.manifests) = (tip, tree, state, manifests)
    places = ComponentPlaces(state.document)
    trees = state.trees
    forms = ReleasedForms(root: tree, rootFiles: state.manifest.rootFiles)
    layers = LayerRules(state.manifest, at: now)
    rootFiles = state.manifest.rootFiles
    groups = ComponentGroups(state.manifest)
  }

  /// Whether two components are always released together.
  func areReleasedTogether(_ first: ComponentName, _ second: ComponentName) -> Bool {
    guard let group = groups.group(of: first), group.isFixed else { return false }
    return group.members.contains(second)
  }

  /// The tree of the component at a path; `nil` if nothing is committed there.
  func tree(at path: TreePath, of repository: borrowing Repository) throws -> ObjectID? {
    try trees.tree(at: path, in: tree, of: repository)
  }

  /// The form in which a component is released from a folder of the commit.
  func form(of component: Component, _ folder: ObjectID) -> ReleaseFormPlan {
    ReleaseFormPlan(
      folder: component.path,
      tree: folder,
      root: tree,
      of: trees,
      rootFiles: rootFiles,
      kind: state.manifest.kind(of: component)
    )
  }

  /// Replaces the files by those of another tree.
  mutating func replaceTree(by tree: ObjectID) {
    self.tree = tree
    forms = ReleasedForms(root: tree, rootFiles: state.manifest.rootFiles)
  }

  /// A manifest of one of the packages.
  func manifest(
    _ blob: ObjectID,
    named fileName: String,
    in folder: TreePath,
    of repository: borrowing Repository
  ) throws -> LocatedManifest {
    try manifests.file(blob, named: fileName, in: folder, by: reading, of: repository)
  }
}
