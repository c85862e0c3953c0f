import Base
import Versions

/// Reads any text as a version, which its own text has to be.
enum FuzzVersion {
  static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: input, as: UTF8.self)
    if let version = try? SemanticVersion(parsing: text) {
      precondition("\(version)" == text)
      precondition(version == version && !(version < version))
    }
    _ = try? ComponentName(parsing: text)
    _ = Suggestion.nearest(to: text, in: ["ChefSourcing", "Payments"])
  }
}
