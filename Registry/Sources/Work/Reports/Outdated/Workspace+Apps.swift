import Apps
import Model

extension Workspace {
  /// The apps as the person sees the manifest, against the releases of the branch.
  ///
  /// - Parameter app: As it was typed; `nil` for all, by name.
  func appResolutions(of app: String?) throws -> [AppResolution] {
    let manifest = try currentManifest()
    var apps = manifest.apps
    if let app {
      let found = try manifest.app(named: app)
      apps = [found.name: found.app]
    }
    guard let state = try committedState() else { return [] }
    let current = state.replacing(try ManifestDocument(manifest, file: state.document.file))
    return apps.sorted { $0.key < $1.key }.map { name, app in
      AppResolution(name: name, app: app, state: current)
    }
  }
}
