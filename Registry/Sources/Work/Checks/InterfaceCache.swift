import Base
import Git
import SemverRules

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A cache of public interfaces and of their differences, each a JSON file that its key names.
struct InterfaceCache {
  /// The limit for all files together, in bytes; the least recently used are removed first.
  static let limit = 256 << 20

  let folder: String

  /// What was kept under the key; `nil` if there is nothing, or it is damaged.
  func value<Value: Decodable>(_ key: String) throws -> Value? {
    guard let content = try LocalFile.read(path(of: key)) else { return nil }
    guard let value = try? JSONDecoder().decode(Value.self, from: Data(content)) else {
      try LocalFile.remove(path(of: key))
      return nil
    }
    LocalFile.touch(path(of: key))
    return value
  }

  func keep(_ value: some Encodable, under key: String) throws {
    let content = Array(try JSONEncoder().encode(value))
    let staged = try StagedFile(for: path(of: key))
    try staged.write(content)
    // Unsynced: damage by a power cut is detected, and the file is created again.
    try staged.commit(isSynced: false)
    var files = DiskCache(path: folder, bound: Self.limit)
    files.note(Self.name(key), size: content.count)
    files.trim()
  }

  /// Whether something was kept under the key; it may be damaged.
  func has(_ key: String) -> Bool {
    LocalFile.exists(path(of: key))
  }

  /// The key for `facts`.
  static func key(_ facts: [String]) -> String {
    Repository.blobID(of: Array(facts.joined(separator: "\n").utf8)).hex
  }

  private func path(of key: String) -> String { "\(folder)/\(Self.name(key))" }

  private static func name(_ key: String) -> String { "\(key).json" }
}
