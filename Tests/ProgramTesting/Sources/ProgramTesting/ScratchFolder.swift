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
    "\(temporaryFolder)/cookr-\(UUID().uuidString)"
  }
}

/// The absolute path of the folder for temporary files, without links, as programs find it: on macOS,
/// Foundation takes `/private` from paths that it resolves.
public let temporaryFolder: String = {
  let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
  guard let path = realpath(folder, nil) else { return folder }
  defer { free(path) }
  return String(cString: path)
}()

/// A value for `TZ` that puts the programs under test where it is that hour of the day just now, so
/// that what depends on opening hours does not depend on when the tests run.
public func timeZone(whereItIs hour: Int) -> String {
  let universal = Int(Date().timeIntervalSince1970) / 3600 % 24
  let ahead = (hour - universal + 36) % 24 - 12
  return "GMT\(ahead < 0 ? "-" : "+")\(abs(ahead) < 10 ? "0" : "")\(abs(ahead))00"
}
