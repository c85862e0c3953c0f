package import Errors

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension LocalFile {
  /// The path with all links resolved.
  package static func realPath(_ path: String) throws(OperationError) -> String {
    guard let resolved = realpath(path, nil) else {
      throw OperationError(SystemCall.error, "cannot find '\(path)'")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The absolute path, which need not exist.
  ///
  /// Leading `.` and `..` are resolved. Later ones stay, as they may follow a link.
  package static func absolutePath(_ path: String) throws(OperationError) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    var folder = try realPath(".")
    var parts = path.utf8.split(separator: UInt8(ascii: "/"))[...]
    while let part = parts.first.map({ String(Substring($0)) }), part == "." || part == ".." {
      if part == ".." { folder = parent(of: folder) }
      parts.removeFirst()
    }
    let rest = parts.map { Substring($0) }.joined(separator: "/")
    return rest.isEmpty ? folder : folder == "/" ? "/\(rest)" : "\(folder)/\(rest)"
  }

  package static func parent(of path: String) -> String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).dropLast()
    return "/" + parts.map { Substring($0) }.joined(separator: "/")
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
  }

  /// The names in a folder without `.` and `..`, unsorted.
  package static func names(in path: String) throws(OperationError) -> [String] {
    guard let directory = opendir(path) else {
      throw OperationError(SystemCall.error, "cannot open the directory '\(path)'")
    }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else { break }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else {
      throw OperationError(SystemCall.error, "cannot read the directory '\(path)'")
    }
    return names
  }

  /// How many files and folders an open folder has; `nil` if it cannot be read.
  package static func count(in folder: Int32, besides other: String? = nil) -> Int? {
    let descriptor = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard let directory = fdopendir(descriptor) else {
      close(descriptor)
      return nil
    }
    defer { closedir(directory) }
    var count = 0
    errno = 0
    while let entry = readdir(directory) {
      let isOther = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        func isNamed(_ name: String) -> Bool {
          bytes.starts(with: name.utf8) && bytes[name.utf8.count] == 0
        }
        return isNamed(".") || isNamed("..") || other.map(isNamed) ?? false
      }
      if !isOther { count += 1 }
      errno = 0
    }
    return errno == 0 ? count : nil
  }

  /// Opens a folder while `body` runs; `nil` if it cannot be opened.
  ///
  /// - Parameter parent: An open folder that the path is relative to.
  package static func opening<Result>(
    folder: String,
    from parent: Int32? = nil,
    followsLinks: Bool = true,
    _ body: (Int32) -> Result
  ) -> Result? {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = openat(parent ?? AT_FDCWD, folder, flags)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return body(descriptor)
  }
}
