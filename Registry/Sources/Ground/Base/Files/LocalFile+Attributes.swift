import CLibrary

extension LocalFile {
  /// Sets the modification time of the entry at a path, without following links.
  ///
  /// - Parameter time: In nanoseconds since 1970.
  package static func setModified(_ path: String, to time: Int) throws(OperationError) {
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    let stamp = timespec(tv_sec: time_t(seconds), tv_nsec: rest)
    try unsafe SystemCall.check(
      utimensat(AT_FDCWD, path, [stamp, stamp], AT_SYMLINK_NOFOLLOW),
      "cannot set the time of '\(path)'"
    )
  }

  /// Gives a file that root has created the owner and the group of a folder; does nothing for others,
  /// who cannot.
  package static func leaveToOwner(of folder: String, _ path: String) throws(OperationError) {
    guard geteuid() == 0 else { return }
    var facts = stat()
    try unsafe SystemCall.check(stat(folder, &facts), "cannot read the owner of '\(folder)'")
    try unsafe SystemCall.check(
      lchown(path, facts.st_uid, facts.st_gid),
      "cannot set the owner of '\(path)'"
    )
  }

  /// Sets the nine permission bits, regardless of the umask.
  package static func setPermissions(_ path: String, to permissions: UInt16) throws(OperationError)
  {
    try unsafe SystemCall.check(
      chmod(path, mode_t(permissions)),
      "cannot set the permissions of '\(path)'"
    )
  }
}
