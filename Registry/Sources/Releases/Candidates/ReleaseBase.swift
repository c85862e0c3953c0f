import Git
import GitValues
import PackageRules
import PublishedForm
import RegistryModel
import Versioning
import Workspace
import Writing

/// The commit that candidates are read from, with the releases that are planned to come from it.
struct ReleaseBase: Sendable {
  /// The branch's newest commit.
  let tip: ObjectID
  /// Of the commit.
  let tree: ObjectID
  /// As the commit has it, and with what is planned so far.
  var state: RegistryState
  /// The releases that are planned; their trees may have files that only their commit writes.
  var planned: [ComponentName: SemanticVersion] = [:]
  let places: ComponentPlaces
  let manifests: PackageManifests
  let forms: ReleasedForms
  let layers: LayerRules

  /// - Parameter now: By which exceptions to the layers have ended or not.
  init(
    tip: ObjectID,
    tree: ObjectID,
    state: RegistryState,
    manifests: PackageManifests,
    now: RecordDate
  ) {
    (self.tip, self.tree, self.state, self.manifests) = (tip, tree, state, manifests)
    places = ComponentPlaces(state.document)
    forms = ReleasedForms(root: tree, rootFiles: state.manifest.rootFiles)
    layers = LayerRules(state.manifest, at: now)
  }

  /// How a folder of the commit is published.
  func form(of folder: ObjectID, at path: TreePath) -> ReleaseFormPlan {
    ReleaseFormPlan(
      folder: path,
      tree: folder,
      root: tree,
      rootFiles: state.manifest.rootFiles
    )
  }

  init(_ base: WriteBase, manifests: PackageManifests, now: RecordDate) {
    self.init(tip: base.tip, tree: base.tree, state: base.state, manifests: manifests, now: now)
  }
}
