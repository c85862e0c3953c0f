import Base
import Git
import Model
import Versions

/// A monorepo of one commit whose releases require each other as a graph says, for what resolves
/// them: components without files, with releases that are records alone.
struct ResolvableMonorepo {
  private static let start = 1_600_000_000

  let graph: RequirementGraph

  func write(to stream: ImportStream) throws {
    // Any object's name will do, since nothing is ever built or verified here.
    let tree = try ObjectID(hex: String(repeating: "0", count: 39) + "1")
    let archive = try ArchiveChecksum(hexadecimal: String(repeating: "0", count: 64))
    var manifest = Manifest(scope: try ScopeName("bench"))
    var files: [(path: String, content: [UInt8])] = []
    for (number, releases) in graph.requirements.enumerated() {
      let name = GeneratedComponent.name(number)
      manifest.components[try ComponentName(name)] = Component(
        path: try TreePath("Components/\(name)"),
        version: graph.versions.last
      )
      let lines = try zip(graph.versions, releases).map { version, requirements in
        let release = Release(
          version: version,
          tree: tree,
          source: tree,
          date: try RecordDate(secondsSince1970: Self.start),
          archive: archive,
          requires: try Dictionary(uniqueKeysWithValues: requirements.map(named))
        )
        return LogRecord.release(release).line + "\n"
      }
      files.append(("Registry/releases/\(name).jsonl", Array(lines.joined().utf8)))
    }
    let pins = try Dictionary(uniqueKeysWithValues: graph.pins.map(named))
    manifest.apps[try AppName("app")] = App(
      path: try TreePath("App"),
      pins: pins.mapValues { .requirement($0) }
    )
    let document = try ManifestDocument(manifest, file: "manifest.json")
    files.append(("Registry/manifest.json", Array(document.text.utf8)))
    try stream.commit("Record the releases", at: Self.start, files)
  }

  private func named(
    _ requirement: RequirementGraph.Requirement
  ) throws -> (ComponentName, VersionRequirement) {
    (
      try ComponentName(GeneratedComponent.name(requirement.component)),
      .range(from: requirement.lower, to: requirement.upper)
    )
  }
}
