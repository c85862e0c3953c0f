import Base
import Git
import Model
import SemverRules
import Versions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads public interfaces and compares them with one toolchain, using the cache.
struct InterfaceReading: Sendable {
  /// Increased whenever the same code would give another text.
  private static let format = 9

  let toolchain: Toolchain
  let target: BuildTarget
  let cache: InterfaceCache

  init(_ toolchain: Toolchain, for target: BuildTarget, cache: InterfaceCache) {
    (self.toolchain, self.target, self.cache) = (toolchain, target, cache)
  }

  /// The key for everything that an interface depends on.
  func key(of layout: ComponentLayout, _ products: LibraryProducts) -> String {
    let folders = layout.folders.values
    return InterfaceCache.key(
      ["\(Self.format)", toolchain.version, toolchain.triple, layout.folder.path.description]
        + products.modules + folders.map { "\($0.path) \($0.tree)" }.sorted()
        + target.arguments
    )
  }

  /// The cached interface, or else that of a build of the component alone.
  ///
  /// - Parameter name: What is built, as progress names it.
  func interface(
    of layout: ComponentLayout,
    _ products: LibraryProducts,
    _ key: String,
    named name: String,
    in workspace: borrowing Workspace,
    _ progress: @Sendable (OperationProgress) -> Void
  ) throws -> PackageInterface {
    if let interface: PackageInterface = try cache.value(key) { return interface }
    return try Bench.with(layout, toolchain, for: target, in: workspace, progress: progress) {
      build in
      let interface = try build.interface(of: products, named: name, progress)
      try cache.keep(interface, under: key)
      return interface
    }
  }

  /// One of two states that are compared.
  typealias State = (key: String, products: LibraryProducts)

  /// The differences of the modules that two states have in common.
  ///
  /// - Parameter read: Only called if they are not in the cache.
  func difference(
    from old: State,
    to new: State,
    _ read: () throws -> (PackageInterface, PackageInterface)
  ) throws -> InterfaceDifference {
    let key = Self.key(ofDifferenceFrom: old.key, to: new.key)
    if let difference: InterfaceDifference = try cache.value(key) { return difference }
    let (first, second) = try read()
    let difference = first.difference(to: second, offered: old.products, new.products)
    try cache.keep(difference, under: key)
    return difference
  }

  func knowsDifference(from old: String, to new: String) -> Bool {
    cache.has(Self.key(ofDifferenceFrom: old, to: new))
  }

  /// Compares two states for ``difference(from:to:_:)``, if both were read.
  func compare(_ old: InterfaceBatch.Member, _ new: InterfaceBatch.Member) throws {
    guard let first: PackageInterface = try cache.value(old.key),
      let second: PackageInterface = try cache.value(new.key)
    else { return }
    _ = try difference(from: (old.key, old.products), to: (new.key, new.products)) {
      (first, second)
    }
  }

  private static func key(ofDifferenceFrom old: String, to new: String) -> String {
    InterfaceCache.key(["difference", "\(Rule.setVersion)", old, new])
  }
}

/// A cache of public interfaces and of their differences, each a JSON file that its key names.
struct InterfaceCache {
  /// The limit for all files together, in bytes; the least recently used are removed first.
  static let limit = 256 << 20

  let folder: String

  /// Returns the value under a key; `nil` if there is none, or it is damaged.
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
