package import APICompatibility
import Files
import Workspace

extension PackageBuild {
  /// Builds what the package offers to others, and reads the public interface of that.
  package func interface(
    of products: LibraryProducts,
    _ digester: Digester,
    named name: String,
    _ progress: @Sendable (String) -> Void
  ) throws -> PublicInterface {
    progress("building \(name)")
    for target in products.roots {
      try build(target: target) { progress("building \(name): \($0)") }
    }
    progress("reading the public API of \(name)")
    return try readInterface(
      of: products,
      digester,
      commands: LocalFile.read(commands) ?? [],
      to: "\(scratch)/interface.json"
    )
  }

  /// Reads the public interface of what was built.
  ///
  /// - Parameter file: For the digester to write to; it is gone afterwards.
  func readInterface(
    of products: LibraryProducts,
    _ digester: Digester,
    commands: [UInt8],
    to file: String
  ) throws -> PublicInterface {
    try digester.dump(products.modules, in: modules, commands: commands, to: file)
    guard let text = try LocalFile.read(file) else {
      throw OperationError(.inputOutput, "'swift-api-digester' wrote nothing to '\(file)'")
    }
    try LocalFile.remove(file)
    return try PublicInterface(digesterText: text, modules: products.modules)
  }
}

extension Digester {
  /// The differences of the modules that two states of a package have in common.
  package func changes(
    from old: InterfaceCache.Entry,
    to new: InterfaceCache.Entry,
    of modules: Set<String>
  ) throws -> [InterfaceChange] {
    guard old.interface.json != new.interface.json else { return [] }
    return try InterfaceDifference(
      from: old.interface,
      to: new.interface,
      of: modules,
      breakages: breakages(from: old.file, to: new.file),
      reverse: breakages(from: new.file, to: old.file)
    ).changes
  }
}
