import APICompatibility
import GitValues
import RegistryModel
import Versioning
import Workspace

/// Reads public interfaces and compares them with one toolchain; what was read or compared before is
/// taken from the cache.
struct InterfaceReading: Sendable {
  /// Raised whenever the same code would make another text.
  private static let format = 1

  let toolchain: Toolchain
  let cache: InterfaceCache
  let digester: Digester

  init(_ toolchain: Toolchain, cache: InterfaceCache) throws {
    (self.toolchain, self.cache) = (toolchain, cache)
    digester = try Digester(toolchain)
  }

  /// A name for all that an interface follows from.
  func key(of layout: ComponentLayout, _ products: LibraryProducts) -> String {
    let folders = layout.folders.values
    return InterfaceCache.key(
      ["\(Self.format)", toolchain.version, toolchain.triple, layout.folder.path.description]
        + products.modules + folders.map { "\($0.path) \($0.tree)" }.sorted()
    )
  }

  /// The interface as it was kept, or as a build of the component alone brings it about.
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

  /// How the modules differ that two states have in common.
  ///
  /// - Parameter read: Only called if that is not in the cache.
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
