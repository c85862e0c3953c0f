import Foundation
import Testing

@testable import cookr

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
    "Payments": 7,
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
