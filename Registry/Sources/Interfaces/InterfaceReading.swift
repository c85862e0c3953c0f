import APICompatibility
import GitValues
import RegistryModel
import Versioning
import Workspace

/// Reads public interfaces and compares them with one toolchain, using the cache.
struct InterfaceReading: Sendable {
  /// Increased whenever the same code would give another text.
  private static let format = 1

  let toolchain: Toolchain
  let cache: InterfaceCache
  let digester: Digester

  init(_ toolchain: Toolchain, cache: InterfaceCache) throws {
    (self.toolchain, self.cache) = (toolchain, cache)
    digester = try Digester(toolchain)
  }

  /// The key for everything that an interface depends on.
  func key(of layout: ComponentLayout, _ products: LibraryProducts) -> String {
    let folders = layout.folders.values
    return InterfaceCache.key(
      ["\(Self.format)", toolchain.version, toolchain.triple, layout.folder.path.description]
        + products.modules + folders.map { "\($0.path) \($0.tree)" }.sorted()
    )
  }

  /// The cached interface, or else that of a build of the component alone.
  func interface(
    of layout: ComponentLayout,
    _ products: LibraryProducts,
    _ key: String,
    in workspace: borrowing Workspace,
    _ progress: @Sendable (String) -> Void
  ) throws -> InterfaceCache.Entry {
    if let entry = try cache.entry(key) { return entry }
    let name = layout.component.text
    return try Workbench(toolchain).with(layout, in: workspace, progress: progress) {
      build in
      let interface = try build.interface(of: products, digester, named: name, progress)
      return try cache.keep(interface, under: key)
    }
  }

  /// The differences of the modules that two states have in common.
  ///
  /// - Parameter read: Only called if they are not in the cache.
  func changes(
    from old: String,
    to new: String,
    _ read: () throws -> (InterfaceCache.Entry, InterfaceCache.Entry, Set<String>)
  ) throws -> [InterfaceChange] {
    let key = Self.key(ofChangesFrom: old, to: new)
    if let changes = try cache.changes(key) { return changes }
    let (first, second, common) = try read()
    let changes = try digester.changes(from: first, to: second, of: common)
    try cache.keep(changes, under: key)
    return changes
  }

  func knowsChanges(from old: String, to new: String) throws -> Bool {
    try cache.has(Self.key(ofChangesFrom: old, to: new))
  }

  /// Compares two states for ``changes(from:to:_:)``, if both were read.
  func compare(_ old: InterfaceBatch.Member, _ new: InterfaceBatch.Member) throws {
    guard let first = try cache.entry(old.key), let second = try cache.entry(new.key) else {
      return
    }
    _ = try changes(from: old.key, to: new.key) {
      (first, second, Set(old.products.modules).intersection(new.products.modules))
    }
  }

  private static func key(ofChangesFrom old: String, to new: String) -> String {
    InterfaceCache.key(["changes", old, new])
  }
}
