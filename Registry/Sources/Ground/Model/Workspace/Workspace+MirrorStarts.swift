import Base
package import Git
package import Versions

/// The records of where repositories stood before anything was mirrored to them.
extension Workspace {
  package var mirrorsPath: TreePath { registryPath.appending(TreePath(known: "mirrors")) }

  package func mirrorStartPath(of component: ComponentName) -> TreePath {
    mirrorsPath.appending(TreePath(known: "\(component).json"))
  }

  /// The files among these records, as a tree has them; nobody's where the name is not of a component.
  package func mirrorStartFiles(
    in tree: ObjectID
  ) throws -> [(path: TreePath, component: ComponentName?, blob: ObjectID)] {
    guard let folder = try repository.entry(at: mirrorsPath, in: tree), folder.mode == .tree else {
      return []
    }
    return try repository.entries(of: folder.id).map { file in
      let stem = file.name.split(separator: ".json", omittingEmptySubsequences: false)
      let isRecord = file.mode.isFile && stem.count == 2 && stem[1].isEmpty
      return (
        mirrorsPath.appending(TreePath(unchecked: file.name)),
        isRecord ? try? ComponentName(String(stem[0])) : nil,
        file.id
      )
    }
  }

  /// Where the repositories stood of which that is recorded.
  package func mirrorStarts(in tree: ObjectID) throws -> [ComponentName: MirrorStart] {
    var starts: [ComponentName: MirrorStart] = [:]
    for (path, component, blob) in try mirrorStartFiles(in: tree) {
      guard let component else { continue }
      starts[component] = try MirrorStart(reading: repository.blob(blob), file: path.description)
    }
    return starts
  }
}
