internal import CGit2
import GitValues

#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

extension SystemFile {
  /// Fills in what the index remembers of a working file, by which git sees that the file has not
  /// changed; left empty, which is always right, unless the file holds the very blob, or what git's
  /// filters make of it.
  static func describe(
    _ path: String,
    holding entry: IndexUpdate.Entry,
    in raw: inout git_index_entry,
    orFiltered isFiltered: () -> Bool
  ) {
    var facts = stat()
    var id = git_oid()
    guard entry.mode != .link, unsafe lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      unsafe git_odb_hashfile(&id, path, GIT_OBJECT_BLOB) == 0,
      ObjectID(id) == entry.id || isFiltered()
    else { return git_error_clear() }
    #if canImport(Darwin)
      let (changed, modified) = (facts.st_ctimespec, facts.st_mtimespec)
    #else
      let (changed, modified) = (facts.st_ctim, facts.st_mtim)
    #endif
    unsafe raw.ctime = git_index_time(
      seconds: Int32(truncatingIfNeeded: changed.tv_sec),
      nanoseconds: UInt32(truncatingIfNeeded: changed.tv_nsec)
    )
    unsafe raw.mtime = git_index_time(
      seconds: Int32(truncatingIfNeeded: modified.tv_sec),
      nanoseconds: UInt32(truncatingIfNeeded: modified.tv_nsec)
    )
    unsafe raw.dev = UInt32(truncatingIfNeeded: facts.st_dev)
    unsafe raw.ino = UInt32(truncatingIfNeeded: facts.st_ino)
    unsafe raw.uid = facts.st_uid
    unsafe raw.gid = facts.st_gid
    unsafe raw.file_size = UInt32(truncatingIfNeeded: facts.st_size)
  }
}
