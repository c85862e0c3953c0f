import Base
import Git
import Model
import Versions

/// A monorepo with many releases and next to no history, for what serves them: every component was
/// released again and again without a change, so that its releases differ in their versions alone.
struct ServedMonorepo {
  private static let start = 1_600_000_000

  let components: Int
  let releases: Int
  /// Whether all but the first component have one release each, and all releases have tags.
  var isOfOne = false

  /// `Part0001` has an archive of about one megabyte, unless there is one component to look at; the
  /// others are small.
  func write(to stream: ImportStream) throws {
    var parts = (0..<components).map { number in
      GeneratedComponent(number: number, sources: number == 1 && !isOfOne ? 250 : 2)
    }
    let source = try stream.commit(
      "Add the components",
      at: Self.start,
      parts.flatMap { part in part.files.map { ("\(part.path)/\($0)", $1) } }
    )
    for index in parts.indices {
      let names = try stream.names(of: source, at: parts[index].path)
      for release in 0..<(isOfOne && index > 0 ? 1 : releases) {
        try parts[index].release(
          tree: names.tree,
          source: names.commit,
          at: Self.start + release * 60,
          // About which there is most to say.
          interface: isOfOne ? ReleaseInterface(.unchecked) : nil
        )
      }
    }
    if isOfOne {
      for part in parts {
        for version in part.versions {
          let name = "\(part.name)/\(version)"
          stream.tag(name, source, at: Self.start, "\(part.name) \(version)\n")
        }
      }
    }
    try stream.commit(
      "Record the releases",
      at: Self.start + releases * 60,
      parts.map { ($0.logPath, Array($0.log.utf8)) } + [("Registry/manifest.json", manifest(parts))]
    )
  }

  private func manifest(_ parts: [GeneratedComponent]) throws -> [UInt8] {
    var manifest = Manifest(scope: try ScopeName("bench"))
    for part in parts {
      manifest.components[try ComponentName(part.name)] = Component(
        path: try TreePath(part.path),
        version: part.versions.last
      )
    }
    return Array(try ManifestDocument(manifest, file: "manifest.json").text.utf8)
  }
}
