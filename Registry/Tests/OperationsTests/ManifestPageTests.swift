import Foundation
import Testing

/// `Documentation/reference/manifest.md` has every key of the manifest's schema, and no other.
struct ManifestPageTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

  private struct Schema: Decodable {
    struct Keys: Decodable { let properties: [String: Ignored]? }
    struct Ignored: Decodable {}
    let properties: [String: Ignored]
    let definitions: [String: Keys]

    enum CodingKeys: String, CodingKey {
      case properties
      case definitions = "$defs"
    }
  }

  @Test func `each key of the schema is in the table of its object`() throws {
    let file = "Registry/Sources/Ground/Model/Schemas/manifest.schema.json"
    let data = try Data(contentsOf: Self.root.appending(path: file))
    let schema = try JSONDecoder().decode(Schema.self, from: data)
    #expect(try Self.keys(below: "## Keys") == schema.properties.keys.sorted())
    for (heading, name) in [("### Components", "component"), ("### Apps", "app")] {
      let keys = try #require(schema.definitions[name]?.properties).keys
      #expect(try Self.keys(below: heading) == keys.sorted())
    }
  }

  /// The names in the first column of the table below a heading.
  private static func keys(below heading: String) throws -> [String] {
    let page = try String(
      contentsOf: root.appending(path: "Documentation/reference/manifest.md"),
      encoding: .utf8
    )
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("#") }
    return lines.filter { $0.hasPrefix("| `") }
      .flatMap { $0.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) } }
      .sorted()
  }
}
