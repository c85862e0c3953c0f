import Foundation

/// The Swift sources of the repository.
enum Sources {
  /// The modules that any source below a folder imports, the tests among them.
  static func imports(below folder: String) throws -> Set<String> {
    try importsByFile(below: folder).values.reduce(into: []) { $0.formUnion($1) }
  }

  /// The modules that each source below a folder imports, by its path in that folder.
  static func importsByFile(below folder: String) throws -> [String: Set<String>] {
    let root = Repository.path(folder)
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    var imports: [String: Set<String>] = [:]
    // The strings of templates are sources of packages that are made from them.
    let apart = [".build/", "Sources/Registration/Templates/"]
    for file in files where file.hasSuffix(".swift") && !apart.contains(where: file.hasPrefix) {
      let source = try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8)
      let modules = source.matches(
        of:
          #/(?m)^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|typealias|var|let)\s+)?(\w+)/#
      )
      imports[file] = Set(modules.map { String($0.1) })
    }
    return imports
  }
}
