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

/// A value for `TZ` that puts the programs under test where it is that hour of the day just now, so
/// that what depends on opening hours does not depend on when the tests run.
public func timeZone(whereItIs hour: Int) -> String {
  let universal = Int(Date().timeIntervalSince1970) / 3600 % 24
  let ahead = (hour - universal + 36) % 24 - 12
  return "GMT\(ahead < 0 ? "-" : "+")\(abs(ahead) < 10 ? "0" : "")\(abs(ahead))00"
}
