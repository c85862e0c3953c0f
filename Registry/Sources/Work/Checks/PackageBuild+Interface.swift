import Base
import SemverRules

extension PackageBuild {
  /// Builds what the package offers to others, and reads the public interface of that.
  package func interface(
    of products: LibraryProducts,
    named name: String,
    _ progress: @Sendable (String) -> Void
  ) throws -> PackageInterface {
    progress("building \(name)")
    var interface = PackageInterface(
      try state(of: products, traits: .default) { progress("building \(name): \($0)") }
    )
    guard products.hasTraits, !target.choosesTraits else { return interface }
    progress("building \(name) with all traits")
    do {
      interface.states[Traits.all.rawValue] = try state(of: products, traits: .all) {
        progress("building \(name) with all traits: \($0)")
      }
    } catch let error as OperationError where error.code == .buildFailed {
      interface.traitsFailure = error.message
    }
    return interface
  }

  private func state(
    of products: LibraryProducts,
    traits: Traits,
    _ progress: (Substring) -> Void
  ) throws -> PackageInterface.State {
    for target in products.roots {
      try buildInterfaces(of: target, traits: traits, progress: progress)
    }
    return try readInterface(of: products, in: package)
  }

  /// Reads the public interface of what was built.
  ///
  /// - Parameter folder: That of the package.
  func readInterface(
    of products: LibraryProducts,
    in folder: String
  ) throws -> PackageInterface.State {
    var state = PackageInterface.State()
    let commands = String(decoding: try read(commands) ?? [], as: UTF8.self)
    var open = products.modules
    while let name = open.popLast() {
      guard state.modules[name] == nil, state.headers[name] == nil else { continue }
      // One that an earlier build left behind would be taken for this one's.
      let file = "\(modules)/\(name).swiftinterface"
      if commands.contains("/\(name).swiftinterface\""), let bytes = try read(file) {
        let text = Self.withoutHead(String(decoding: bytes, as: UTF8.self))
        state.modules[name] = PublicExcerpt.of(text)
        open += products.reachable.filter {
          text.contains("import \($0)") || text.contains("\($0).")
        }
      } else if products.modules.contains(name) || products.reachable.contains(name) {
        let target = "\(folder)/\(products.folders[name] ?? "Sources/\(name)")"
        let place = products.headers[name] ?? "include"
        guard let headers = try Self.headers(of: target, in: place) else {
          guard products.modules.contains(name) else { continue }
          throw OperationError(
            .noInterface,
            "the compiler wrote no interface of the module '\(name)'",
            help: "use a toolchain from swift.org"
          )
        }
        state.headers[name] = headers
      }
    }
    return state
  }

  /// The text without the comments that say how it was compiled.
  private static func withoutHead(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.hasPrefix("//") }.joined(separator: "\n")
  }

  /// The public headers of a target in C or the like, and its module map, one after the other; `nil`
  /// if it has no files, or has some in Swift.
  ///
  /// - Parameter place: Where they are, relative to the target's folder.
  private static func headers(of target: String, in place: String) throws -> String? {
    let files = try LocalFile.files(below: target)
    guard !files.isEmpty, !files.contains(where: { $0.hasSuffix(".swift") }) else { return nil }
    let folder = place == "." ? "\(target)/" : "\(target)/\(place)/"
    let names = files.filter { file in
      file.hasPrefix(folder) && endings.contains { file.hasSuffix($0) }
    }
    return try names.map { name in
      let text = String(decoding: try LocalFile.read(name) ?? [], as: UTF8.self)
      return InterfaceDifference.header(text, named: String(name.dropFirst(folder.count)))
    }.joined(separator: "\n")
  }

  private static let endings = [".h", ".hh", ".hpp", ".hxx", ".h++", ".inc", ".modulemap"]
}
