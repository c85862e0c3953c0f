#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

extension SystemFile {
  /// The names in a directory, in no order.
  package static func names(in path: String) throws(GitError) -> [String] {
    guard let directory = unsafe opendir(path) else {
      throw SystemFailure.last("cannot open the directory '\(path)'")
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else { break }
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw SystemFailure.last("cannot read the directory '\(path)'") }
    return names
  }
}
