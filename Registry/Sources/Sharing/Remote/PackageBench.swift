import APICompatibility
import Files
import GitValues
import Interfaces
import PackageManifest
import Processes
import RegistryModel
import Workspace

/// The place in a package's build folder in which archives of it are built, one after the other, so
/// that later builds reuse earlier ones.
struct PackageBench {
  private static let format = 2

  private let package: String
  private let name: String
  private let toolchain: Toolchain
  private let progress: @Sendable (String) -> Void

  private var folder: String { "\(package)/.build/registry" }

  struct Archive {
    let bytes: [UInt8]
    let checksum: ArchiveChecksum
  }

  /// - Parameter package: The folder whose configuration says where dependencies come from.
  init(
    for name: String,
    in package: String,
    progress: @escaping @Sendable (String) -> Void
  ) throws {
    self.package = try LocalFile.realPath(package)
    self.name = name
    self.progress = progress
    toolchain = try Toolchain()
  }

  /// Compares the public interfaces of two archives.
  func comparison(from old: Archive, to new: Archive) throws -> InterfaceComparison {
    if old.checksum == new.checksum { return .difference(InterfaceDifference()) }
    let (earlier, manifest) = try (self.manifest(of: old), self.manifest(of: new))
    let (before, after) = (LibraryProducts(earlier), LibraryProducts(manifest))
    let declared = InterfaceDifference(from: earlier, to: manifest)
    if before.names.isEmpty, after.names.isEmpty {
      return declared.changes.isEmpty ? .noLibrary : .difference(declared)
    }
    let common = Set(before.modules).intersection(after.modules)
    var difference = declared
    if !common.isEmpty {
      let help = "use '--no-api-check' to publish without the comparison"
      let stock = StockToolchain()
      let first = try stock.explaining(
        "the release that the registry has does not build here",
        help: help
      ) { try interface(of: old, before) }
      let second = try stock.explaining("the package does not build", help: help) {
        try interface(of: new, after)
      }
      difference = declared.joined(with: first.difference(to: second, of: common))
    }
    return .difference(difference)
  }

  private func manifest(of archive: Archive) throws -> PackageManifestFile {
    let root = try unpack(archive)
    guard let bytes = try LocalFile.read("\(root)/Package.swift") else {
      throw OperationError(.noPackage, "an archive of '\(name)' has no 'Package.swift'")
    }
    return try PackageManifestFile(surveying: bytes, packagePath: .root)
  }

  private func interface(
    of archive: Archive,
    _ products: LibraryProducts
  ) throws -> PackageInterface {
    let cache = InterfaceCache(folder: "\(folder)/api")
    let key = InterfaceCache.key([
      "\(Self.format)", toolchain.version, toolchain.triple, archive.checksum.description,
    ])
    if let interface = try cache.interface(key) { return interface }
    let root = try unpack(archive)
    try BuildFolder("\(folder)/build").removeIfMoved()
    let build = PackageBuild(
      toolchain: toolchain,
      package: root,
      scratch: "\(folder)/build",
      root: root
    )
    let interface = try build.interface(of: products, named: name, progress)
    try LocalFile.makeDirectories(cache.folder)
    try cache.keep(interface, under: key)
    return interface
  }

  /// Replaces the files in the build place by those of an archive, and returns the path.
  private func unpack(_ archive: Archive) throws -> String {
    let (zip, unpacked, root) = ("\(folder)/source.zip", "\(folder)/unpacked", "\(folder)/package")
    try LocalFile.makeDirectories(folder)
    for path in [unpacked, root] where LocalFile.kind(at: path) != nil {
      try LocalFile.removeAll(path)
    }
    let file = try StagedFile(for: zip)
    try file.write(archive.bytes)
    try file.commit()
    defer { _ = try? LocalFile.remove(zip) }
    // The program with which the package manager unpacks too. The times in archives are all the same,
    // and a compiler that is shown them takes what changed for what it has built.
    let unzip = ToolProcess(
      program: "unzip",
      arguments: ["-q", "-DD", zip, "-d", unpacked],
      need: "which SwiftPM needs too"
    )
    let outcome = try unzip.run()
    guard outcome.status == 0, let top = try LocalFile.names(in: unpacked).first else {
      throw OperationError(.inputOutput, "cannot unpack an archive of '\(name)': \(outcome.output)")
    }
    try LocalFile.move("\(unpacked)/\(top)", to: root)
    try LocalFile.removeAll(unpacked)
    try copyConfiguration(to: root)
    return root
  }

  private func copyConfiguration(to root: String) throws {
    let place = ".swiftpm/configuration"
    let name = "registries.json"
    guard let bytes = try LocalFile.read("\(package)/\(place)/\(name)") else { return }
    try LocalFile.makeDirectories("\(root)/\(place)")
    let path = "\(root)/\(place)/\(name)"
    try LocalFile.remove(path)
    let file = try StagedFile(for: path)
    try file.write(bytes)
    try file.commit()
  }
}
