import Base
package import ManifestEditor
import Model

/// The manifests of one release.
package struct ReleaseManifests: Sendable {
  package struct Alternate: Sendable {
    package let version: SwiftVersion
    package let name: String
    package let content: [UInt8]
  }

  package let base: [UInt8]
  /// One for each version of Swift, oldest first: clients refuse two for the same.
  package let alternates: [Alternate]

  package init(_ files: [ManifestFileName: [UInt8]]) throws {
    var base: [UInt8]?
    var alternates: [SwiftVersion: (file: ManifestFileName, content: [UInt8])] = [:]
    for (file, content) in files {
      guard !file.swiftVersion.isEmpty else {
        base = content
        continue
      }
      let version = SwiftVersion(numbers: file.swiftVersion)
      // Of `6`, `6.0` and `6.0.0` the package manager takes the one that says most.
      if let other = alternates[version],
        other.file.swiftVersion.count > file.swiftVersion.count
      {
        continue
      }
      alternates[version] = (file, content)
    }
    guard let base else {
      throw OperationError(.noPackage, "the release has no 'Package.swift'")
    }
    self.base = base
    self.alternates = alternates.sorted { $0.key < $1.key }.map { version, manifest in
      Alternate(
        version: version,
        name: manifest.file.name,
        content: manifest.content
      )
    }
  }

  /// In bytes.
  package var size: Int {
    alternates.reduce(base.count) { $0 + $1.content.count }
  }
}
