import Base
package import Git
package import Model
import Versions

/// Changes a setting of the manifest, for several components if its name has a pattern.
package struct ChangeSettings: WritingOperation {
  /// The name of the setting as it was typed, such as `Menu.layer`.
  package var setting: String
  package var change: SettingChange
  package var context: WriteContext

  package init(
    _ setting: String,
    _ change: SettingChange,
    context: WriteContext = WriteContext()
  ) {
    (self.setting, self.change, self.context) = (setting, change, context)
  }

  package struct Result: WritingResult {
    /// The settings that differ now.
    package let changed: [ManifestDocument.ChangedSetting]
    /// The plan of the commit; `nil` if the manifest has these values already.
    package let plan: WritePlan?
    package var commit: ObjectID?
  }

  package var task: String { "registry set \(setting)" }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    let manifest = base.state.manifest
    let settings = try workspace.committed(in: base.state) {
      try ManifestSetting.named(setting, in: $0)
    }
    let (document, changed) = try base.state.document.changing(settings, by: change)
    guard !changed.isEmpty else { return Result(changed: [], plan: nil) }
    try checkPins(since: manifest, in: document.manifest)
    try checkRootFiles(since: manifest, in: document.manifest, at: base, in: workspace.repository)
    return Result(
      changed: changed,
      plan: WritePlan(
        .commit(
          files: [try base.file(workspace.manifestPath, document.text, in: workspace)],
          message: message(changed)
        ),
        reason: "registry: set \(setting)"
      )
    )
  }

  /// The resolution of pins is a file of its own.
  private func checkPins(since old: Manifest, in new: Manifest) throws(OperationError) {
    for name in Set(old.apps.keys).union(new.apps.keys).sorted()
    where old.apps[name]?.pins ?? [:] != new.apps[name]?.pins ?? [:] {
      throw OperationError(
        .invalidValue,
        "this would change the pins of '\(name)'",
        help: "change them first with 'registry pin' or 'registry unpin'"
      )
    }
  }

  /// Every release without such a file of its own would be refused.
  private func checkRootFiles(
    since old: Manifest,
    in new: Manifest,
    at base: WriteBase,
    in repository: borrowing Repository
  ) throws {
    for path in new.rootFiles where !old.rootFiles.contains(path) {
      if try repository.entry(at: path, in: base.tree)?.mode.isFile ?? false { continue }
      throw OperationError(
        .noRootFile,
        "the newest commit has no file '\(path)' in the root of the repository",
        help: "commit the file first"
      )
    }
  }

  private func message(_ changed: [ManifestDocument.ChangedSetting]) -> String {
    let value = changed.first?.new.map(\.typed)
    let subject =
      switch value {
      case nil: "Unset \(setting)"
      case let value? where changed.count == 1 && value.count < 50: "Set \(setting) to \(value)"
      default: "Set \(setting)"
      }
    let list = changed.count > 1 ? "\n" + changed.map { "- \($0.name)\n" }.joined() : ""
    return "\(subject)\n" + list
  }
}

extension JSONValue {
  /// The value as a person types it, on one line.
  package var typed: String {
    switch self {
    case .string(let text): text
    case .array(let values) where !values.isEmpty: values.map(\.typed).joined(separator: ", ")
    default: compact
    }
  }
}
