import CLibrary
import SystemPackage

/// A folder that only this account can read, which is removed with this value.
package struct TemporaryFolder: ~Copyable {
  package let path: String

  package init() throws(OperationError) {
    // The six letters are replaced, so that the name is new.
    var template = Array("\(Self.parent)/registry.XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&template) else {
      throw OperationError(SystemCall.error, "cannot create a folder in '\(Self.parent)'")
    }
    path = unsafe String(cString: made)
  }

  deinit {
    try? LocalFile.removeAll(path)
  }

  /// The system's folder for temporary files.
  static var parent: String {
    unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
  }
}
