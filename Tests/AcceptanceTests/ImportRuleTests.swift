import Foundation
import Testing

/// Who may import whom, as the sources do.
///
/// Which component depends on which is checked by 'registry lint', by the layers of the manifest.
struct ImportRuleTests {
  private static let features = ["ChefSourcing", "OrderProcessing", "Payments", "StatusUpdates"]
  private static let components = features + ["FlowKit"]
  private static let scaffold = ["Persistence", "Terminal", "cookr"]

  @Test func `these are all the components`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Components"))
    #expect(folders.sorted() == Self.components.sorted())
  }

  @Test(arguments: features)
  func `a feature imports FlowKit and no other module of ours`(feature: String) throws {
    let modules = try Self.imports(below: "Components/\(feature)")
    let others = Set(Self.components + Self.scaffold + (try Self.registry()))
      .subtracting(["FlowKit", feature])
    #expect(modules.intersection(others) == [])
    #expect(modules.contains("FlowKit"))
  }

  @Test func `FlowKit imports no module of ours`() throws {
    let others = Set(Self.features + Self.scaffold + (try Self.registry()))
    #expect(try Self.imports(below: "Components/FlowKit").intersection(others) == [])
  }

  @Test func `the scaffold and the registry never import each other`() throws {
    #expect(try Self.pathDependencies(of: ".").allSatisfy { !$0.hasPrefix("Registry") })
    let modules = Set(try Self.registry())
    #expect(try Self.imports(below: "Scaffold").intersection(modules) == [])
    let ours = Set(Self.components + Self.scaffold)
    #expect(try Self.imports(below: "Registry").intersection(ours) == [])
    #expect(try Self.pathDependencies(of: "Registry") == ["../Tests/ProgramTesting"])
  }

  @Test func `the terminal knows no feature`() throws {
    let modules = try Self.imports(below: "Scaffold/Terminal")
    #expect(modules.intersection(Self.features) == [])
  }

  /// The registry's own modules.
  private static func registry() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.path("Registry/Sources"))
  }

  /// The paths in a manifest's `.package(path: …)`.
  private static func pathDependencies(of package: String) throws -> [String] {
    let manifest = try text(of: package + "/Package.swift")
    return manifest.matches(of: #/\.package\(\s*(?:name: "[^"]*",\s*)?path: "([^"]+)"/#)
      .map { String($0.1) }
  }

  /// The modules that any source below a folder imports, the tests among them.
  private static func imports(below folder: String) throws -> Set<String> {
    let root = Repository.path(folder)
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    var modules: Set<String> = []
    // The strings of templates are sources of packages that are made from them.
    let apart = [".build/", "Sources/Registration/Templates/"]
    for file in files where file.hasSuffix(".swift") && !apart.contains(where: file.hasPrefix) {
      let source = try text(of: folder + "/" + file)
      for match in source.matches(
        of:
          #/(?m)^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|typealias|var|let)\s+)?(\w+)/#
      ) {
        modules.insert(String(match.1))
      }
    }
    return modules
  }

  private static func text(of path: String) throws -> String {
    try String(contentsOfFile: Repository.path(path), encoding: .utf8)
  }
}
