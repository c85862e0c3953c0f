import Base
import Content
import Git
import ManifestEditor
import Model

/// What the toolchain prints of a package when it runs its manifest, with paths from the root of the
/// repository.
struct PackageDump: Sendable {
  let json: JSONValue

  init(_ manifest: [UInt8], of folder: TreePath, by reading: ManifestReading) throws {
    let output = try unifyingErrors(of: folder.appending(.packageManifest).string) {
      try reading.output(of: manifest, in: folder)
    }
    json = output.json.replacing(prefix: "\(output.root)/", or: output.root)
  }

  var targets: [JSONValue] { json["targets"].items }
  var products: [JSONValue] { json["products"].items }
  var dependencies: [JSONValue] { json["dependencies"].items }
  var traits: [String] {
    json["traits"].items.compactMap { $0["name"].text }.filter { $0 != "default" }.sorted()
  }

  func target(_ name: String) -> JSONValue? {
    targets.first { $0["name"].text == name }
  }
}

extension JSONValue {
  /// The paths below a folder, from it.
  fileprivate func replacing(prefix: String, or whole: String) -> JSONValue {
    switch self {
    case .string(let text):
      if text == whole { return .string("") }
      return .string(text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
    case .array(let items): return .array(items.map { $0.replacing(prefix: prefix, or: whole) })
    case .object(let members):
      return .object(members.mapValues { $0.replacing(prefix: prefix, or: whole) })
    default: return self
    }
  }
}
