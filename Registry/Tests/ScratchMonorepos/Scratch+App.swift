import Base
package import Apps
package import Git
package import Model
import Versions
package import ScratchRepositories

/// A monorepo with an app: `Menu` and `Kitchen`, which depends on `Menu`, are released at 1.0.0.
extension Scratch {
  package func makeApp() throws {
    try write("// the app\n", to: "Sources/app/App.swift")
    try write("ignored\n", to: ".gitignore")
    try writePackage("Menu")
    try writePackage("Kitchen", dependsOn: ["../Menu"])
    try writeAppManifest(#""app": { "path": ".", "pins": {}, "product": "app" }"#)
    try git("config", "user.name", "Ada")
    try git("config", "user.email", "ada@example.com")
    try commitAll("Add the app")
    try bump("Menu", "1.0.0")
    try bump("Kitchen", "1.0.0")
  }

  /// - Parameter components: Their paths by their names.
  package func writeAppManifest(
    _ apps: String,
    components: [String: String] = [
      "Menu": "Components/Menu", "Kitchen": "Components/Kitchen",
    ]
  ) throws {
    let manifest = MonorepoFiles.manifest(components, hasLayers: false, apps: apps)
    try write(manifest, to: "Registry/manifest.json")
  }

  @discardableResult
  package func pin(
    _ name: String,
    _ pin: Pin?,
    app: String? = nil,
    context: WriteContext = .test()
  ) throws -> PinComponent.Result {
    try PinComponent(component: name, pin: pin, app: app, context: context)
      .run(in: workspace())
  }

  @discardableResult
  package func pin(_ name: String, _ version: String) throws -> PinComponent.Result {
    try pin(name, .requirement(.exact(SemanticVersion(version))))
  }

  package func pinnedTree(usesWorkingFiles: Bool = false) throws -> PinnedTree {
    try PinnedTreePlan(usesWorkingFiles: usesWorkingFiles).run(in: workspace())
  }

  @discardableResult
  package func sync(
    _ app: String? = nil,
    usesWorkingFiles: Bool = false,
    discardsEdits: Bool = false,
    failures: FailureInjection = FailureInjection { _ in }
  ) throws -> Sync.Result {
    try Sync(
      tree: PinnedTreePlan(app: app, usesWorkingFiles: usesWorkingFiles),
      discardsEdits: discardsEdits,
      context: .test(failures: failures)
    ).run(in: workspace())
  }

  /// The pairs of paths and blobs of a tree.
  package func files(of tree: ObjectID) throws -> [String: String] {
    var files: [String: String] = [:]
    for line in try git("ls-tree", "-r", tree.hex).split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      files[String(parts[1])] = parts[0].split(separator: " ").last.map(String.init)
    }
    return files
  }
}
