import Base
import Git
import Model

/// How many files of a build were compiled, and how many were reused.
package struct BuildCount: Equatable, Sendable {
  /// Object files.
  package let compiled: Int
  package let all: Int

  /// Counts the object files of a place.
  ///
  /// - Parameter start: When the build began.
  package init(of place: BuildPlace, since start: Int) throws {
    var (compiled, all) = (0, 0)
    try place.walk(TreePath(known: "build")) { path, facts in
      guard facts.kind == .file, path.string.hasSuffix(".o"), path.string.contains(".build/"),
        // These only wrap a module for debuggers.
        !path.string.hasSuffix(".swiftmodule.o")
      else { return }
      all += 1
      if facts.stamp.changed >= start, facts.stamp.modified >= start { compiled += 1 }
    }
    (self.compiled, self.all) = (compiled, all)
  }

  /// Reads what ``BuildCache/keep(_:)`` wrote.
  init?(reading bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    (compiled, all) = (parts[0], parts[1])
  }
}

extension BuildCache {
  /// Stores the counts of the last build.
  package func keep(_ count: BuildCount) throws {
    try LocalFile.update("\(root)/last", to: Array("\(count.compiled) \(count.all)".utf8))
  }

  func lastCount() throws -> BuildCount? {
    try LocalFile.read("\(root)/last").flatMap(BuildCount.init(reading:))
  }
}
