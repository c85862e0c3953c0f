import CLibrary
import SystemPackage

extension LocalFile {
  /// Moves a folder with its content; if the target exists, only what it lacks.
  ///
  /// Entries on another file system stay, and so do mount points.
  package static func moveFolder(_ path: String, to place: String) throws(OperationError) {
    guard let facts = FileFacts.of(path) else { return }
    if let other = FileFacts.of(place),
      // On file systems that fold case, a folder is found under its new name.
      other.stamp.inode != facts.stamp.inode || other.device != facts.device
    {
      guard facts.kind == .directory, other.kind == .directory else { return }
      for name in try names(in: path).sorted() {
        try moveFolder("\(path)/\(name)", to: "\(place)/\(name)")
      }
      unsafe rmdir(path)
      return
    }
    try unsafe SystemCall.check(
      rename(path, place),
      orAccept: [.improperLink, .resourceBusy, .noSuchFileOrDirectory],
      "cannot move '\(path)' to '\(place)'"
    )
  }
}
