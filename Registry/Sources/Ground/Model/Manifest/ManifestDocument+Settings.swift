package import Base
import Versions

extension ManifestDocument {
  /// A value of the manifest before and after a change; `nil` where there is none.
  package struct ChangedSetting: Hashable, Sendable {
    /// As it is typed.
    package let name: String
    package let old: JSONValue?
    package let new: JSONValue?
  }

  /// Changes settings, and checks the whole result as if it was read.
  ///
  /// - Returns: The manifest, and the settings that differ.
  package func changing(
    _ settings: [ManifestSetting],
    by change: SettingChange
  ) throws(OperationError) -> (document: ManifestDocument, changed: [ChangedSetting]) {
    var text = self.text
    var changed: [ChangedSetting] = []
    for setting in settings {
      let old = try node(of: text).member(setting.keys)?.value
      for (keys, value) in try setting.values(after: change, instead: old) {
        let root = try node(of: text)
        try checkWay(to: keys, from: root)
        var edit = JSONEdit(text, layout: Manifest.layout)
        if let value {
          edit.set(value, at: keys, in: root)
        } else {
          edit.remove(Self.outermost(keys, in: root), in: root)
        }
        text = edit.text
      }
      let new = try node(of: text).member(setting.keys)?.value
      guard old?.value != new?.value else { continue }
      changed.append(ChangedSetting(name: setting.name, old: old?.value, new: new?.value))
    }
    guard !changed.isEmpty else { return (self, []) }
    do throws(OperationError) {
      return (try ManifestDocument(reading: Array(text.utf8), file: file), changed)
    } catch {
      // The line is that of a text that is not written.
      let context = error.place?.keyPath ?? settings.first?.name
      let help = error.code == .missingKey ? "set that key first, or give both as JSON" : error.help
      throw OperationError(error.code, error.message, help: help, context: context)
    }
  }

  private func node(of text: String) throws(OperationError) -> JSONNode {
    try JSONReader.read(Array(text.utf8), file: file)
  }

  /// Throws if a value on the way has no keys.
  private func checkWay(to keys: [String], from root: JSONNode) throws(OperationError) {
    for depth in keys.indices.dropFirst() {
      guard let value = root.member(Array(keys[..<depth]))?.value else { return }
      if case .object = value.content { continue }
      let place = keys[..<depth].joined(separator: ".")
      throw OperationError(
        .wrongType,
        "'\(place)' is \(value.kind), which has no '\(keys[depth])'",
        help: "remove it first: 'registry set --unset \(place)'"
      )
    }
  }

  /// The keys of the outermost list of entries that is empty without the value.
  private static func outermost(_ keys: [String], in root: JSONNode) -> [String] {
    let outer = Array(keys.dropLast())
    guard !outer.isEmpty, case .object(let members) = root.member(outer)?.value.content,
      members.count == 1, members[0].key == keys.last, isListOfEntries(outer)
    else { return keys }
    return outermost(outer, in: root)
  }

  /// Unlike an entry itself, such as a group, which something must be said of.
  private static func isListOfEntries(_ keys: [String]) -> Bool {
    var shape = SettingShape.manifest
    for key in keys { shape = shape.members[key] ?? shape.entries.first ?? shape }
    return !shape.entries.isEmpty || shape.value == .platforms
  }
}
