import Base
import Git
import Model
import Versions
import Testing

@Suite struct ManifestPatternTests {
  private func names(_ pattern: String) throws -> [String] {
    var manifest = Manifest(scope: try ScopeName("cookr"))
    for name in ["google-api", "google-api-v1", "google-iam-v1", "storage"] {
      manifest.components[try ComponentName(name)] = Component(path: try TreePath(name))
    }
    return try manifest.components(matching: pattern).map(\.text)
  }

  @Test(
    arguments: [
      ("storage", ["storage"]), ("google-*", ["google-api", "google-api-v1", "google-iam-v1"]),
      ("*-v1", ["google-api-v1", "google-iam-v1"]), ("*api*", ["google-api", "google-api-v1"]),
      ("google-?*-v?", ["google-api-v1", "google-iam-v1"]), ("s?orage", ["storage"]),
      ("*", ["google-api", "google-api-v1", "google-iam-v1", "storage"]),
      ("**a*g*e", ["storage"]),
    ]
  )
  func `a pattern stands for all that it matches`(_ pattern: String, _ expected: [String]) throws {
    #expect(try names(pattern) == expected)
  }

  @Test(arguments: ["Google-*", "google", "?storage", "*-v2", "storage?"])
  func `a pattern that matches nothing is refused`(_ pattern: String) {
    #expect(throws: OperationError.self) { try names(pattern) }
  }
}
