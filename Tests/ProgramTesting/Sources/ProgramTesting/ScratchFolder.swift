import Foundation

/// A new folder, gone with its last owner.
public final class ScratchFolder: Sendable {
  public let path: String

  public init() throws {
    path = Self.newPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Makes a folder with the other's files.
  public init(copying other: ScratchFolder) throws {
    path = Self.newPath()
    try FileManager.default.copyItem(atPath: other.path, toPath: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func newPath() -> String {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    return folder.appending(path: "cookr-\(UUID().uuidString)").path(percentEncoded: false)
  }
}
