import Foundation

/// The Swift sources of the repository.
enum Sources {
  /// The modules that any source below a folder imports, the tests among them.
  static func imports(below folder: String) throws -> Set<String> {
    try importsByFile(below: folder).values.reduce(into: []) { $0.formUnion($1) }
  }

  /// The modules that each source below a folder imports, by its path in that folder.
  static func importsByFile(below folder: String) throws -> [String: Set<String>] {
    try texts(below: folder).reduce(into: [:]) { imports, source in
      let modules = source.text.matches(
        of:
          #/(?m)^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|typealias|var|let)\s+)?(\w+)/#
      )
      imports[source.file] = Set(modules.map { String($0.1) })
    }
  }

  /// Each source below a folder, with its path in that folder.
  static func texts(below folder: String) throws -> [(file: String, text: String)] {
    let root = Repository.path(folder)
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    // The strings of templates are sources of packages that are made from them.
    let apart = [".build/", "Registration/Templates/", "templates/flow/"]
    return try files.sorted()
      .filter { file in file.hasSuffix(".swift") && !apart.contains(where: file.contains) }
      .map { ($0, try String(contentsOfFile: "\(root)/\($0)", encoding: .utf8)) }
  }
}

/// The repository that the tests were built from.
enum Repository {
  /// A file or folder in it.
  static func path(_ relative: String) -> String {
    root.appending(path: relative).path(percentEncoded: false)
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}

/// The components that the registry's manifest lists.
enum Components {
  private struct Manifest: Decodable {
    struct Component: Decodable {
      let layer: String?
      let path: String
    }

    let components: [String: Component]
  }

  /// Their names, in alphabetical order: those of the apps, and not the libraries of the registry.
  static let all: [String] = manifest.components.filter { $0.value.path.hasPrefix("Components/") }
    .keys.sorted()
  /// Those with flows.
  static let features: [String] = all.filter { manifest.components[$0]?.layer == "feature" }

  /// Whether a module belongs to a component with flows: its webhook, for example.
  static func isOfFeature(_ module: String) -> Bool {
    features.contains { module.hasPrefix($0) }
  }

  private static let manifest: Manifest = {
    do {
      let file = URL(filePath: Repository.path("Registry/manifest.json"))
      return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: file))
    } catch {
      preconditionFailure("the registry's manifest cannot be read: \(error)")
    }
  }()
}
