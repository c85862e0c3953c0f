import APICompatibility
import Files
import Git
import GitValues

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A cache of public interfaces and of their differences.
///
/// The name of a file has the key and a hash of the content, so that a damaged file is detected,
/// and two processes can write the same entry.
package struct InterfaceCache {
  /// The limit for all files together, in bytes; the least recently used are removed first.
  static let limit = 256 << 20

  package let folder: String

  package init(folder: String) {
    self.folder = folder
  }

  /// What was kept under the key; `nil` if there is nothing, or it is damaged.
  package func interface(_ key: String) throws -> PackageInterface? {
    try value(key, PackageInterface.init(keptText:))
  }

  package func keep(_ interface: PackageInterface, under key: String) throws {
    try keep(interface.json(), under: key)
  }

  /// The differences that were kept under the key.
  func difference(_ key: String) throws -> InterfaceDifference? {
    try value(key) { try? JSONDecoder().decode(InterfaceDifference.self, from: Data($0)) }
  }

  func keep(_ difference: InterfaceDifference, under key: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try keep(Array(encoder.encode(difference)), under: key)
  }

  /// Whether something was kept under the key; it may be damaged.
  func has(_ key: String) throws -> Bool {
    try !names(for: key).isEmpty
  }

  private func value<Value>(
    _ key: String,
    _ read: (_ content: [UInt8]) -> Value?
  ) throws -> Value? {
    for name in try names(for: key) {
      let file = "\(folder)/\(name)"
      guard let content = try LocalFile.read(file) else { continue }
      if name == Self.name(key, content), let value = read(content) {
        LocalFile.touch(file)
        return value
      }
      try LocalFile.remove(file)
    }
    return nil
  }

  private func keep(_ content: [UInt8], under key: String) throws {
    let name = Self.name(key, content)
    let file = "\(folder)/\(name)"
    let staged = try StagedFile(for: file)
    try staged.write(content)
    // Unsynced: damage by a power cut is detected, and the file is created again.
    try staged.commit(isSynced: false)
    var files = DiskCache(path: folder, bound: Self.limit)
    files.add(name, size: content.count)
  }

  /// The key for `facts`.
  package static func key(_ facts: [String]) -> String {
    Repository.blobID(of: Array(facts.joined(separator: "\n").utf8)).hex
  }

  private static func name(_ key: String, _ content: [UInt8]) -> String {
    "\(key)-\(Repository.blobID(of: content).hex).json"
  }

  private func names(for key: String) throws -> [String] {
    guard LocalFile.kind(at: folder) == .directory else { return [] }
    return try LocalFile.names(in: folder)
      .filter { $0.hasPrefix("\(key)-") && $0.hasSuffix(".json") }.sorted()
  }
}
