package import Base
private import CLibrary

extension Repository {
  /// Lets all that this process makes from now on be used by those with whom `core.sharedRepository`
  /// shares the repository, as git does; libgit2 leaves that to the umask.
  ///
  /// The setting is the whole process's.
  package func adoptSharing() throws(OperationError) {
    guard let value = try configuration()["core.sharedrepository"],
      let permissions = Self.sharedPermissions(value)
    else { return }
    let mask = umask(0)
    umask(mask & ~permissions)
  }

  /// What others than the owner may do; `nil` if the umask decides.
  private static func sharedPermissions(_ value: String) -> mode_t? {
    switch value.lowercased() {
    case "group", "true", "1", "yes", "on": return 0o070
    case "all", "world", "everybody", "2": return 0o075
    default: break
    }
    // As in 0660: who may read files may enter folders.
    guard value.hasPrefix("0"), let mode = mode_t(value, radix: 8), mode & 0o600 == 0o600 else {
      return nil
    }
    return (mode | (mode & 0o444) >> 2) & 0o077
  }
}
