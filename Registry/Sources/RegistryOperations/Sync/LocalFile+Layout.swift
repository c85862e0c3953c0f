import Git

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

extension LocalFile {
  /// Makes a folder; one that is there is taken.
  static func makeDirectory(_ path: String) throws(OperationError) {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw failure("cannot create the folder '\(path)'")
    }
  }

  /// Moves a file or a folder, over a file that may be there.
  static func move(_ path: String, to place: String) throws(OperationError) {
    guard rename(path, place) == 0 else { throw failure("cannot put '\(place)' in place") }
  }

  /// Takes away a folder with all that is in it; links are not followed.
  static func removeAll(_ path: String) throws(OperationError) {
    switch kind(at: path) {
    case nil: return
    case .file, .link, .other: try remove(path)
    case .directory:
      for name in try names(in: path) { try removeAll("\(path)/\(name)") }
      guard rmdir(path) == 0 || errno == ENOENT else {
        throw failure("cannot remove the folder '\(path)'")
      }
    }
  }

  /// What is in a folder, without `.` and `..`.
  static func names(in path: String) throws(OperationError) -> [String] {
    try unifyingErrors { try SystemFile.names(in: path) }
  }
}
