import Layout
import RegistryModel
import Workspace

extension Workspace {
  /// The scaffolds as the person sees the manifest, against the releases of the branch.
  ///
  /// - Parameter scaffold: As it was typed; `nil` for all, by name.
  func scaffoldResolutions(of scaffold: String?) throws -> [ScaffoldResolution] {
    let manifest = try currentManifest()
    var scaffolds = manifest.scaffolds
    if let scaffold {
      let found = try manifest.scaffold(named: scaffold)
      scaffolds = [found.name: found.scaffold]
    }
    guard let state = try committedState() else { return [] }
    let current = state.replacing(try ManifestDocument(manifest, file: state.document.file))
    return scaffolds.sorted { $0.key < $1.key }.map { name, scaffold in
      ScaffoldResolution(name: name, scaffold: scaffold, state: current)
    }
  }
}
