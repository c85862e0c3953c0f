import RegistryOperations

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The stock `swift`, which this process turns into: terminal, signals and exit status are then its
/// own, with nobody in between.
struct PackageManager {
  private let layout: Sync.Result

  init(_ layout: Sync.Result) {
    self.layout = layout
  }

  /// Never returns, unless there is no such program.
  func become(_ verb: String, _ arguments: [String]) throws -> Never {
    let command =
      ["swift", verb, "--package-path", layout.packagePath, "--scratch-path", layout.layout.build]
      + arguments
    var pointers = command.map { strdup($0) }
    pointers.append(nil)
    execvp("swift", pointers)
    let reason = String(cString: strerror(errno))
    pointers.forEach { free($0) }
    throw OperationError(
      .noToolchain,
      "cannot start 'swift': \(reason.prefix(1).lowercased())\(reason.dropFirst())",
      help: "install a toolchain from swift.org, and check that 'swift' is on the PATH"
    )
  }
}
