import Foundation

/// A new folder, gone with its last owner.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    path = Self.newPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Makes a folder with the other's files.
  init(copying other: ScratchFolder) throws {
    path = Self.newPath()
    try FileManager.default.copyItem(atPath: other.path, toPath: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func newPath() -> String {
    FileManager.default.temporaryDirectory.path + "/cookr-\(UUID().uuidString)"
  }
}
