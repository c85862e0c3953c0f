import RegistryOperations

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The program `registry-server`, which replaces this process.
struct ServerProgram {
  static let name = "registry-server"

  /// Never returns, unless there is no such program beside this one or on the path.
  static func become(_ arguments: [String]) throws -> Never {
    var pointers = ([name] + arguments).map { strdup($0) }
    pointers.append(nil)
    defer { pointers.forEach { free($0) } }
    if let folder = ownFolder { execv("\(folder)/\(name)", pointers) }
    execvp(name, pointers)
    throw OperationError(
      .noServer,
      "cannot start '\(name)', which is neither beside this program nor on the PATH",
      help: "build it with 'make install', or with"
        + " 'swift build -c release --package-path Registry --product \(name)'"
    )
  }

  /// The folder of this program itself, whatever links lead to it.
  private static var ownFolder: String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      guard let real = realpath(path, nil) else { return nil }
    #else
      guard let real = realpath("/proc/self/exe", nil) else { return nil }
    #endif
    defer { free(real) }
    let parts = String(cString: real).split(separator: "/").dropLast()
    return "/" + parts.joined(separator: "/")
  }
}
