import Foundation
import Model
import Testing

/// The JSON Schemas say of keys what the reader does: each list is tried against it.
@Suite struct SchemaTests {
  private struct Schema: Decodable {
    struct Definition: Decodable {
      struct Property: Decodable {}
      let properties: [String: Property]?
      let required: [String]?
      let additionalProperties: Additional?
      let anyOf: [Definition]?
    }
    /// `false`, or a schema, of which nothing is asked here.
    struct Additional: Decodable {
      let isRefused: Bool

      init(from decoder: any Decoder) throws {
        isRefused = (try? decoder.singleValueContainer().decode(Bool.self)) == false
      }
    }
    let properties: [String: Definition.Property]?
    let required: [String]?
    let definitions: [String: Definition]

    enum CodingKeys: String, CodingKey {
      case properties
      case required
      case definitions = "$defs"
    }
  }

  private func schema(_ name: String) throws -> Schema {
    let folder = URL(filePath: #filePath).appending(path: "../../../Sources/Ground/Model/Schemas")
      .standardized
    let data = try Data(contentsOf: folder.appending(path: name))
    return try JSONDecoder().decode(Schema.self, from: data)
  }

  /// The keys that a refusal of an unknown one lists.
  private func known(in message: String) -> [String] {
    guard let list = message.split(separator: "help: known here: ").dropFirst().first else {
      return []
    }
    return list.split(separator: ", ").map(String.init)
  }

  private static let unknown = #""xxxxxxxxxxxxxxxxxxxxxxxxxxxx": 1"#

  @Test(arguments: [
    ("component", #"{"components": {"A": {UNKNOWN}}, "schema": 1, "scope": "s"}"#),
    (
      "baseline",
      #"{"components": {"A": {"baseline": {UNKNOWN}, "path": "a"}}, "schema": 1, "scope": "s"}"#
    ),
    (
      "exception",
      #"{"components": {"A": {"path": "a"}}, "exceptions": {"A": {"A": {UNKNOWN}}}, "schema": 1, "scope": "s"}"#
    ),
    ("group", #"{"components": {}, "groups": {"g": {UNKNOWN}}, "schema": 1, "scope": "s"}"#),
    (
      "versionFile",
      #"{"components": {"A": {"path": "a", "versionFiles": [{UNKNOWN}]}}, "schema": 1, "scope": "s"}"#
    ),
    ("platform", #"{"build": {UNKNOWN}, "components": {}, "schema": 1, "scope": "s"}"#),
    ("layer", #"{"components": {}, "layers": {"a": {UNKNOWN}}, "schema": 1, "scope": "s"}"#),
    ("app", #"{"components": {}, "apps": {"a": {UNKNOWN}}, "schema": 1, "scope": "s"}"#),
    (
      "requirement",
      #"{"components": {"A": {"path": "a", "requires": {"A": {UNKNOWN}}}}, "schema": 1, "scope": "s"}"#
    ),
  ])
  func `the manifest's schema and its reader know the same keys`(
    definition: String,
    text: String
  ) throws {
    let found = try #require(try schema("manifest.schema.json").definitions[definition])
    let object = found.properties == nil ? found.anyOf?.first { $0.properties != nil } : found
    let message = refusal { _ = try document(text.replacing("UNKNOWN", with: Self.unknown)) }
    let keys = known(in: message)
    #expect(!keys.isEmpty)
    #expect(object?.properties?.keys.sorted() == keys)
    #expect(object?.additionalProperties?.isRefused == true)
  }

  @Test func `the manifest itself has the keys of its schema`() throws {
    let schema = try schema("manifest.schema.json")
    let text = #"{"components": {}, "schema": 1, "scope": "s", UNKNOWN}"#
    let message = refusal { _ = try document(text.replacing("UNKNOWN", with: Self.unknown)) }
    #expect(schema.properties?.keys.sorted() == known(in: message))
    #expect(schema.required?.sorted() == ["components", "schema", "scope"])
  }

  @Test func `the release log's schema and its reader know the same keys`() throws {
    let schema = try schema("release-log.schema.json")
    for (definition, line) in [
      ("release", releaseLine("1.0.0")), ("yank", yankLine("1.0.0")),
    ] {
      let found = try #require(schema.definitions[definition])
      let message = refusal {
        _ = try log(line.replacing("{", with: "{\(Self.unknown),", maxReplacements: 1))
      }
      #expect(found.properties?.keys.sorted() == known(in: message))
    }
  }

  @Test func `reading a log requires every key that the schema requires`() throws {
    let schema = try schema("release-log.schema.json")
    let required = try #require(schema.definitions["release"]?.required)
    let known = schema.definitions["release"]?.properties?.keys.sorted()
    // Of a release that is not internal.
    let ofPublic = ["archive", "edits"]
    let optional = [
      "adds", "files", "folder", "interface", "internal", "mirrorAuthor", "notes", "omits", "parts",
      "tag", "upload",
    ]
    #expect((required + ofPublic + optional).sorted() == known)
    let line = try #require(try log(releaseLine("1.0.0")).releases.first)
    for key in required + ofPublic {
      let renamed = LogRecord.release(line).line.replacing("\"\(key)\":", with: "\"\(key)x\":")
        .replacing(#""format":1"#, with: #""format":12"#)
      #expect(refusal { _ = try log(renamed) }.contains("missing key '\(key)'"), "\(key)")
    }
  }
}
