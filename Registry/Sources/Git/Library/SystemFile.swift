import Errors
import Files
import SystemPackage

/// ``LocalFile`` with git's errors.
enum SystemFile {
  /// The content of a file that has to be there.
  static func read(_ path: String) throws(OperationError) -> [UInt8] {
    guard let content = try readIfPresent(path) else {
      throw OperationError(.inputOutput, "cannot open '\(path)': no such file or directory")
    }
    return content
  }

  /// The content of a file; `nil` if there is none.
  static func readIfPresent(_ path: String) throws(OperationError) -> [UInt8]? {
    try unifying { () throws(OperationError) in try LocalFile.read(path) }
  }

  static func write(_ content: [UInt8], to file: Int32, at path: String) throws(OperationError) {
    try unifying { () throws(OperationError) in
      try LocalFile.write(content, to: FileDescriptor(rawValue: file), path)
    }
  }

  static func sync(all paths: some Collection<String>) throws(OperationError) {
    try unifying { () throws(OperationError) in try LocalFile.sync(all: paths) }
  }

  static func setModified(_ path: String, to time: Int) throws(OperationError) {
    try unifying { () throws(OperationError) in try LocalFile.setModified(path, to: time) }
  }

  static func setPermissions(_ path: String, to permissions: UInt16) throws(OperationError) {
    try unifying { () throws(OperationError) in try LocalFile.setPermissions(path, to: permissions)
    }
  }

  static func names(in path: String) throws(OperationError) -> [String] {
    try unifying { () throws(OperationError) in try LocalFile.names(in: path) }
  }

  static func remove(_ path: String) throws(OperationError) {
    try unifying { () throws(OperationError) in try LocalFile.remove(path) }
  }

  static func exists(_ path: String) -> Bool {
    LocalFile.exists(path)
  }

  @discardableResult
  private static func unifying<Result>(
    _ body: () throws(OperationError) -> Result
  ) throws(OperationError) -> Result {
    do throws(OperationError) {
      return try body()
    } catch {
      throw OperationError(.inputOutput, error.message)
    }
  }
}
