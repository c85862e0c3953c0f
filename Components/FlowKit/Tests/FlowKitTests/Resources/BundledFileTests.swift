import FlowKit
import Foundation
import Testing

struct BundledFileTests {
  private static let damage = FlowFailure.Code(rawValue: "sample.damaged")

  private struct Dish: Decodable, Equatable {
    let name: String
    let price: Int
  }

  @Test func `a file is read from the folder`() throws {
    #expect(
      try dishes(in: #"[{"name": "Curry", "price": 9}]"#) == [Dish(name: "Curry", price: 9)]
    )
  }

  @Test(arguments: [
    (
      #"[{"name": "Curry", "price": "9"}]"#,
      "Expected to decode Int but found a string instead at '0.price'"
    ),
    (#"[{"name": "Curry", "price": 9}, {"price": 9}]"#, "'name' is missing at '1'"),
    ("[", "The given data was not valid JSON"),
  ])
  func `a damaged file is refused with the place of the damage`(
    content: String,
    reason: String
  ) throws {
    let expected = FlowFailure(
      Self.damage,
      "the bundled file 'dishes.json' cannot be read: \(reason)",
      help: "install the app again"
    )
    #expect(throws: expected) { try dishes(in: content) }
  }

  @Test func `a file that is not there is missing`() {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let expected = FlowFailure(
      Self.damage,
      "the bundled file 'dishes.json' cannot be read: it is missing",
      help: "install the app again"
    )
    #expect(throws: expected) {
      try BundledFile("dishes.json", in: folder, damage: Self.damage).decoded(as: [Dish].self)
    }
  }

  @Test func `a bundle that is not there is a file that is missing`() {
    let expected = FlowFailure(
      Self.damage,
      "the bundled file 'dishes.json' cannot be read: it is missing",
      help: "install the app again"
    )
    #expect(throws: expected) {
      try BundledFile("dishes.json", inBundle: "Nothing_Nothing", damage: Self.damage)
        .decoded(as: [Dish].self)
    }
  }

  private func dishes(in content: String) throws -> [Dish] {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try files.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? files.removeItem(at: folder) }
    try Data(content.utf8).write(to: folder.appendingPathComponent("dishes.json"))
    return try BundledFile("dishes.json", in: folder, damage: Self.damage).decoded(as: [Dish].self)
  }
}
