import Base
import Content
package import Git
package import Model
import Versions

/// Makes a package from a template and lists it as a component.
package struct NewComponent: WritingOperation {
  private let name: String
  /// A folder below `templates` beside the manifest, or one that the program brings along.
  package var template = Template.library
  /// The folder; `nil` for a folder of its name, beside most of the other components.
  package var path: TreePath?
  /// The layer as it was typed.
  package var layer: String?
  package let context: WriteContext

  package init(_ name: String, context: WriteContext = WriteContext()) {
    (self.name, self.context) = (name, context)
  }

  package var task: String { "registry new \(name)" }

  package func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> RegistrationResult {
    let name = try ComponentName(own: self.name)
    let manifest = base.state.manifest
    let known = manifest.components[name]
    let path =
      try self.path ?? known?.path ?? Self.usualFolder(manifest).appending(TreePath(name.text))
    let component = Component(path: path, layer: try layer.map { try LayerName($0) })
    let template = try Template(named: self.template, in: base, workspace)
    let files = try template.files(for: name, at: path, manifest)
    if let known {
      // Asked for once more, as after a crash.
      let entries = [RegistrationResult.Entry(name: name, component: known)]
      let isMade = try files.allSatisfy { file in
        try workspace.content(of: file.path, in: base.tree) == file.new
      }
      if known == component, isMade {
        return RegistrationResult(entries: entries, plan: nil)
      }
      throw OperationError(
        .collision,
        "the component '\(name)' already exists, at '\(known.path)'"
      )
    }
    try name.checkIsPortable()
    try workspace.refuseCollision(of: name, in: base.state)
    try workspace.checkIsFree(path, in: base.tree)
    let document = try base.state.document.registering(component, named: name)
    return RegistrationResult(
      entries: [RegistrationResult.Entry(name: name, component: component)],
      files: files.map(\.path),
      notes: document.manifest.groupNotes(on: [name], since: manifest)
        + (try workspace.notes(onIgnored: path)),
      plan: WritePlan(
        .commit(
          files: files + [try base.file(workspace.manifestPath, document.text, in: workspace)],
          message: "Add the component \(name) from the template \(self.template)\n"
        ),
        reason: "registry: add the component \(name)"
      )
    )
  }

  /// The folder that most components lie in; the first by name of several.
  package static func usualFolder(_ manifest: Manifest) -> TreePath {
    let listed = manifest.components.values.filter { !$0.path.isRoot }
    let folders = Dictionary(grouping: listed, by: \.path.parent)
    let most = folders.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    return most?.key ?? TreePath(known: "Components")
  }
}

extension Workspace {
  /// Throws where something is at the path, or a file where a folder must be, and for a path that not
  /// every system can have.
  package func checkIsFree(_ path: TreePath, in tree: ObjectID) throws {
    try ComponentFolder.checkPlace(path, manifest: manifestPath)
    try path.checkIsPortable()
    let isThere = workingPath(path).map { LocalFile.kind(at: $0) != nil } ?? false
    guard try !isThere && repository.entry(at: path, in: tree) == nil else {
      throw OperationError(
        .pathTaken,
        "'\(path)' already exists",
        help: "name a folder that does not exist yet"
      )
    }
    for folder in path.ancestors {
      guard let entry = try repository.entry(at: folder, in: tree), entry.mode != .tree else {
        continue
      }
      throw OperationError(.pathTaken, "'\(folder)' is not a folder")
    }
  }

  /// A note on a folder of a component that git ignores; none if it does not.
  package func notes(onIgnored folder: TreePath) throws -> [String] {
    guard !repository.isBare, try WorkTree(of: repository).ignores(folder) else { return [] }
    return [
      "git ignores the folder '\(folder)': files that are added there later are not committed unless"
        + " '.gitignore' changes, or the component moves"
    ]
  }
}
