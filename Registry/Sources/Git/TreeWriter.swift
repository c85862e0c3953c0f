#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// A directory that files of a tree are written into, and nothing outside of it, whatever links
/// may appear there meanwhile.
///
/// Every step is taken from an open directory and follows no link.
struct TreeWriter: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Opens `path`, which is made if it is missing; what leads there may be links.
  init(path: String) throws(GitError) {
    if unsafe mkdir(path, 0o755) != 0, errno != EEXIST {
      throw SystemFailure.last("cannot make the directory '\(path)'")
    }
    try self.init(descriptor: unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path)
  }

  private init(descriptor: Int32, _ path: String) throws(GitError) {
    guard descriptor >= 0 else { throw SystemFailure.last("cannot open the directory '\(path)'") }
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    close(descriptor)
  }

  /// Makes a directory with the mode 755, whatever the umask is; one that is there is taken.
  func directory(_ name: String) throws(GitError) -> TreeWriter {
    let place = "\(path)/\(name)"
    let isNew = unsafe mkdirat(descriptor, name, 0o755) == 0
    if !isNew, errno != EEXIST { throw SystemFailure.last("cannot make the directory '\(place)'") }
    let made = try TreeWriter(
      descriptor: unsafe openat(
        descriptor,
        name,
        O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      ),
      place
    )
    if isNew, fchmod(made.descriptor, 0o755) != 0 {
      throw SystemFailure.last("cannot set the mode of '\(place)'")
    }
    return made
  }

  /// Writes a file that must not be there yet, with the mode 644 or 755.
  func file(_ name: String, _ content: [UInt8], isExecutable: Bool) throws(GitError) {
    let place = "\(path)/\(name)"
    let file = unsafe openat(
      descriptor,
      name,
      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
      0o600
    )
    guard file >= 0 else { throw SystemFailure.last("cannot make the file '\(place)'") }
    defer { close(file) }
    try SystemFile.write(content, to: file, at: place)
    guard fchmod(file, isExecutable ? 0o755 : 0o644) == 0 else {
      throw SystemFailure.last("cannot set the mode of '\(place)'")
    }
  }

  /// Makes a link that must not be there yet.
  func link(_ name: String, to target: [UInt8]) throws(GitError) {
    guard unsafe symlinkat(String(decoding: target, as: UTF8.self), descriptor, name) == 0 else {
      throw SystemFailure.last("cannot make the link '\(path)/\(name)'")
    }
  }
}
