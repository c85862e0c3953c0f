import CLibrary

extension LocalFile {
  /// The path with all links resolved.
  package static func realPath(_ path: String) throws(OperationError) -> String {
    guard let resolved = unsafe realpath(path, nil) else {
      throw OperationError(SystemCall.error, "cannot find '\(path)'")
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
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
    guard let directory = unsafe opendir(path) else {
      throw OperationError(SystemCall.error, "cannot open the directory '\(path)'")
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else { break }
      let characters = unsafe UnsafeRawPointer(entry).advanced(by: nameOffset)
      let name = unsafe String(cString: characters.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else {
      throw OperationError(SystemCall.error, "cannot read the directory '\(path)'")
    }
    return names
  }

  /// Where an entry of a directory has its name.
  ///
  /// The system gives as much memory as the name needs, which is less than the type has: an entry is
  /// never copied.
  private static var nameOffset: Int {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
      fatalError("'d_name' is a stored property of a C structure, which has an offset")
    }
    return offset
  }

  /// The paths of what is below a folder at any depth, sorted and without folders; none if it is no
  /// folder.
  package static func files(below folder: String) throws(OperationError) -> [String] {
    guard kind(at: folder) == .directory else { return [] }
    var found: [String] = []
    for name in try names(in: folder).sorted() {
      let path = "\(folder)/\(name)"
      found += kind(at: path) == .directory ? try files(below: path) : [path]
    }
    return found
  }
}
