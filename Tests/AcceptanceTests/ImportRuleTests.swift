import Foundation
import Testing

@testable import cookr

/// Who may import whom, where no layer of the manifest says it.
///
/// 'registry lint' checks which component depends on which.
struct ImportRuleTests {
  private static let scaffold = ["AppConsole", "OrderProcessingStorage", "cookr", "kitchen"]

  @Test func `these are all the components`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Components"))
    #expect(folders.sorted() == Components.all)
  }

  @Test(arguments: Components.all)
  func `a component imports no component that its package does not depend on`(
    component: String
  ) throws {
    let modules = try Sources.imports(below: "Components/\(component)")
    let used = try Components.all.filter { other in
      try other != component && !modules.isDisjoint(with: Self.modules(of: other))
    }
    let dependencies = try Self.pathDependencies(of: "Components/\(component)")
    #expect(Set(used).subtracting(dependencies.map { $0.replacing("../", with: "") }) == [])
  }

  @Test(arguments: Components.features)
  func `a feature presents nothing itself: only its preview does`(feature: String) throws {
    let modules = try Sources.importsByFile(below: "Components/\(feature)/Sources")
      .filter { file, _ in !file.hasPrefix("\(feature)Preview/") }
    #expect(!modules.isEmpty)
    let presenting: Set = ["FlowConsole", "TerminalPresenter"]
    #expect(modules.values.allSatisfy(presenting.isDisjoint))
  }

  @Test func `the scaffold and the registry never import each other`() throws {
    #expect(try Self.pathDependencies(of: ".").allSatisfy { !$0.hasPrefix("Registry") })
    let modules = Set(try Self.registry())
    #expect(try Sources.imports(below: "Scaffold").intersection(modules) == [])
    let ours = Set(Components.all + Self.scaffold)
    #expect(try Sources.imports(below: "Registry").intersection(ours) == [])
    let packages = [
      "Packages/ManifestEditor", "Packages/SemverRules", "Packages/Versions",
      "../Tests/ProgramTesting",
    ]
    #expect(try Self.pathDependencies(of: "Registry") == packages)
  }

  /// All of Foundation brings the data of ICU into programs that are linked statically.
  @Test func `the registry imports FoundationEssentials where there is one`() throws {
    let rooms = try Sources.texts(below: "Registry/Sources")
    let libraries = try ["ManifestEditor", "SemverRules", "Versions"].flatMap { library in
      try Sources.texts(below: "Registry/Packages/\(library)/Sources")
    }
    let whole = (rooms + libraries)
      .filter { $0.text.contains(#/(?m)^(?:\w+ )?import Foundation$/#) }
    #expect(whole.map(\.file) == [])
  }

  @Test func `code that all apps share imports no feature`() throws {
    let modules = try Sources.imports(below: "Scaffold/AppConsole")
    #expect(modules.filter(Components.isOfFeature) == [])
  }

  @Test func `the kitchen takes no payments`() throws {
    let modules = try Sources.imports(below: "Scaffold/kitchen")
    #expect(!modules.contains("cookr"))
    #expect(
      modules.filter(Components.isOfFeature).sorted() == [
        "ChefSourcing", "OrderProcessing", "OrderProcessingStorage", "StatusUpdates",
        "StatusUpdatesWebhook",
      ]
    )
  }

  @Test func `only the app that sends the webhook waits for its cryptography`() throws {
    let importing = try Sources.importsByFile(below: "Scaffold")
      .filter { $0.value.contains("StatusUpdatesWebhook") }
    #expect(!importing.isEmpty)
    #expect(importing.keys.allSatisfy { $0.hasPrefix("kitchen/") })
    let component = try Sources.importsByFile(below: "Components/StatusUpdates/Sources")
      .filter { !$0.value.isDisjoint(with: ["CNettle", "CryptoKit", "HTTPClient"]) }
    #expect(component.keys.allSatisfy { $0.hasPrefix("StatusUpdatesWebhook/") })
  }

  private static func modules(of component: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: Repository.path("Components/\(component)/Sources")
    )
  }

  /// The registry's own modules: the rooms of each floor, and the packages.
  private static func registry() throws -> [String] {
    let floors = ["Ground", "Work", "Satellites", "Roof"].map { "Registry/Sources/\($0)" }
    return try (floors + ["Registry/Packages"]).flatMap { floor in
      try FileManager.default.contentsOfDirectory(atPath: Repository.path(floor))
    }
  }

  @Test func `no room of the registry imports one of a floor above`() throws {
    let floors = ["Ground", "Work", "Satellites", "Roof"]
    for (index, floor) in floors.enumerated() {
      let imported = try Sources.imports(below: "Registry/Sources/\(floor)")
      for above in floors[(index + 1)...] {
        let rooms = try FileManager.default
          .contentsOfDirectory(atPath: Repository.path("Registry/Sources/\(above)"))
        #expect(imported.isDisjoint(with: rooms), "\(floor) imports \(above)")
      }
    }
  }

  /// The paths in a manifest's `.package(path: …)`.
  private static func pathDependencies(of package: String) throws -> [String] {
    let manifest = try text(of: package + "/Package.swift")
    return manifest.matches(of: #/\.package\(\s*(?:name: "[^"]*",\s*)?path: "([^"]+)"/#)
      .map { String($0.1) }
  }

  private static func text(of path: String) throws -> String {
    try String(contentsOfFile: Repository.path(path), encoding: .utf8)
  }
}

/// What the app knows of a component lies in one folder.
///
/// `make guide` shows it of a component that is new; these check the components that
/// exist.
struct ComponentPlaceTests {
  /// In how many files outside of its folder the app names a component.
  ///
  /// These are where the coordinator leads from one flow to the next, and where components meet on a
  /// page or in a document. A component that is not here is named in none.
  private static let namingFiles = [
    "ChefSourcing": 11,
    "OrderProcessing": 12,
    "Payments": 8,
    "StatusUpdates": 13,
  ]

  @Test func `the app lists each feature, and each has a folder`() throws {
    #expect(AppComponent.all.map(\.name).sorted() == Components.features)
    let folder = Repository.path("Scaffold/cookr/Components")
    let folders = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(folders.sorted() == Components.features)
  }

  @Test(arguments: Components.features)
  func `a component is named in no more files outside of its folder`(feature: String) throws {
    let files = try Sources.importsByFile(below: "Scaffold").filter { file, modules in
      file.hasPrefix("cookr/") && !file.hasPrefix("cookr/Components/\(feature)/")
        && modules.contains { $0.hasPrefix(feature) }
    }
    #expect(
      files.count == Self.namingFiles[feature] ?? 0,
      "\(feature) is named in \(files.keys.sorted())"
    )
  }

  @Test(arguments: Components.all)
  func `the package names a component in one place`(component: String) throws {
    let path = Repository.path("Package.swift")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let list = lines.filter { $0.contains("\"Components/\(component)\"") }
    #expect(list.count == 1)
  }
}
