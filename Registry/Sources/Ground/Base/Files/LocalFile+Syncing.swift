import CLibrary
import SystemPackage

extension LocalFile {
  /// Syncs those of these files and directories that exist, all at once, and returns them.
  ///
  /// The main cost of a sync is the wait for the disk, which can do many at a time.
  @discardableResult
  package static func sync(all paths: some Collection<String>) throws(OperationError) -> [String] {
    var synced: [String] = []
    var rest = paths[...]
    while !rest.isEmpty {
      synced += try sync(together: rest.prefix(mostOpenFiles))
      rest = rest.dropFirst(mostOpenFiles)
    }
    return synced
  }

  /// The number of files that a process may open, with a margin.
  private static let mostOpenFiles = 128

  private static func sync(together paths: some Collection<String>) throws(OperationError)
    -> [String]
  {
    var files: [(path: String, descriptor: Int32)] = []
    defer { for file in files { close(file.descriptor) } }
    for path in paths {
      let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
      if file < 0, errno == ENOENT { continue }
      guard file >= 0 else { throw OperationError(SystemCall.error, "cannot open '\(path)'") }
      files.append((path, file))
    }
    for (file, error) in zip(files, syncTogether(files.map(\.descriptor))) where error != 0 {
      throw OperationError(Errno(rawValue: error), "cannot sync '\(file.path)'")
    }
    return files.map(\.path)
  }

  /// Waits until all are on the disk, and returns the error number of each, or zero.
  private static func syncTogether(_ files: [Int32]) -> [Int32] {
    var errors = files.map { _ in Int32(0) }
    // The thread sanitizer knows nothing of the C library's own threads, and crashes in them.
    #if os(Linux) && !THREAD_SANITIZER
      // A single file is synced directly.
      let requests = UnsafeMutableBufferPointer<aiocb>.allocate(
        capacity: files.count > 1 ? files.count : 0
      )
      unsafe requests.initialize(repeating: aiocb())
      defer { unsafe requests.deallocate() }
      var isRequested = files.map { _ in false }
      for index in requests.indices {
        unsafe requests[index].aio_fildes = files[index]
        unsafe requests[index].aio_sigevent.sigev_notify = Int32(SIGEV_NONE)
        // Refused where the system has no room for more; it is then done below.
        isRequested[index] = unsafe aio_fsync(O_SYNC, &requests[index]) == 0
      }
      for index in files.indices where !isRequested[index] {
        errors[index] = SystemCall.sync(files[index]) == 0 ? 0 : errno
      }
      for index in files.indices where isRequested[index] {
        errors[index] = unsafe wait(for: &requests[index])
      }
    #else
      for index in files.indices { errors[index] = SystemCall.sync(files[index]) == 0 ? 0 : errno }
    #endif
    return errors
  }

  #if os(Linux) && !THREAD_SANITIZER
    private static func wait(for request: UnsafeMutablePointer<aiocb>) -> Int32 {
      var list: [UnsafePointer<aiocb>?] = unsafe [UnsafePointer(request)]
      while unsafe aio_error(request) == EINPROGRESS { _ = unsafe aio_suspend(&list, 1, nil) }
      let error = unsafe aio_error(request)
      _ = unsafe aio_return(request)
      return error
    }
  #endif
}
