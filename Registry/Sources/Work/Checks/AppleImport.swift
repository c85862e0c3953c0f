import Base
import Git
import ManifestEditor
import Model
import SemverRules

/// A module that only systems of Apple have, imported by a library under all conditions.
struct AppleImport {
  let framework: String
  /// From the package's folder.
  let file: TreePath

  /// The first one in the libraries of a package; `nil` if there is none.
  init?(
    in manifest: PackageManifestFile,
    among files: [TreePath],
    _ read: (TreePath) throws -> [UInt8]
  ) throws {
    let places = LibraryProducts(manifest).targets.map { "\($0.path ?? "Sources/\($0.name)")/" }
    let frameworks = AppleSystem.frameworks.subtracting(Self.ownNames(manifest))
    for file in files where file.isSwiftSource {
      guard places.contains(where: { file.string.hasPrefix($0) }) else { continue }
      let bytes = try read(file)
      // Few files name one of them: the others need not be parsed.
      guard Self.mayImport(frameworks, bytes) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let found = SourceImports.all(in: text).first(where: frameworks.contains) else {
        continue
      }
      (framework, self.file) = (found, file)
      return
    }
    return nil
  }

  /// Whether one of the names is in a line with an `import`, for whatever purpose.
  private static func mayImport(_ names: Set<String>, _ bytes: [UInt8]) -> Bool {
    let keyword = Array("import ".utf8)
    return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      guard line.firstRange(of: keyword) != nil else { return false }
      let words = String(decoding: line, as: UTF8.self).split { !$0.isLetter && !$0.isNumber }
      return words.contains { names.contains(String($0)) }
    }
  }

  /// - Parameter folder: Of the package, as a commit or a release has it.
  init?(
    in manifest: PackageManifestFile,
    of folder: ComponentLayout.Folder,
    _ workspace: borrowing Workspace
  ) throws {
    // A missing tree is reported where the folders are combined.
    guard workspace.repository.contains(folder.tree) else { return nil }
    let items = try workspace.repository.listing(
      of: folder.tree,
      passesOverSubmodules: true,
      checksLinks: false
    ).items.filter { $0.mode != .link }
    let ids = Dictionary(items.map { ($0.path, $0.id) }) { first, _ in first }
    try self.init(in: manifest, among: items.map(\.path)) { file in
      try ids[file].map { try workspace.repository.blob($0) } ?? []
    }
  }

  /// - Parameter folder: Of the package, on the disk.
  init?(in manifest: PackageManifestFile, of folder: String) throws {
    let files = try LocalFile.files(below: "\(folder)/Sources").map { path in
      try TreePath(String(path.dropFirst(folder.count + 1)))
    }
    try self.init(in: manifest, among: files) { file in
      try LocalFile.read("\(folder)/\(file)") ?? []
    }
  }

  func refusal(of component: String) -> OperationError {
    OperationError(
      .platformUnavailable,
      "'\(component)' imports \(framework) in '\(file)', which needs a Mac",
      help: "run this on macOS with Xcode"
    )
  }

  /// The modules that the package has or may get from others.
  private static func ownNames(_ manifest: PackageManifestFile) -> Set<String> {
    var names = Set(manifest.targets.map(\.name))
    for dependency in manifest.targets.flatMap(\.dependencies) {
      switch dependency.reference {
      case .target(let name), .byName(let name), .product(let name, _): names.insert(name)
      }
    }
    return names
  }
}
