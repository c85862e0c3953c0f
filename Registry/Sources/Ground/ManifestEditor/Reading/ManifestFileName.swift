/// The name of a manifest: `Package.swift`, or one for certain versions of Swift.
package struct ManifestFileName: Hashable, Sendable {
  /// As in the package's folder.
  package let name: String

  /// The one to three numbers of a manifest such as `Package@swift-6.0.swift`; none for the base.
  package let swiftVersion: [Int]

  /// `nil` for a name that the package manager does not take for a manifest.
  package init?(_ name: String) {
    self.name = name
    if name == "Package.swift" {
      swiftVersion = []
      return
    }
    let prefix = "Package@swift-"
    let suffix = ".swift"
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count
    else { return nil }
    let parts = name.dropFirst(prefix.count).dropLast(suffix.count)
      .split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 } ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...3).contains(numbers.count) else { return nil }
    swiftVersion = numbers
  }
}
