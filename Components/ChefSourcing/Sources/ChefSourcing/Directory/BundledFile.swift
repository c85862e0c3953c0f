import FlowKit
import Foundation

/// A JSON file among the component's resources.
enum BundledFile {
  static func contents<Contents: Decodable>(
    of name: String,
    as type: Contents.Type
  ) throws -> Contents {
    guard let url = Bundle.module.url(forResource: name, withExtension: "json") else {
      throw damaged(name, "it is missing")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(contentsOf: url))
    } catch {
      throw damaged(name, "\(error)")
    }
  }

  private static func damaged(_ name: String, _ reason: String) -> FlowFailure {
    FlowFailure(
      .chefsDamaged,
      "the bundled file '\(name).json' cannot be used: \(reason)",
      help: "install the app again"
    )
  }
}
