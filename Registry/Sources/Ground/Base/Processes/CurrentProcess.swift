import CLibrary

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// This process, as the system has it.
package enum CurrentProcess {
  /// The value of an environment variable; `nil` if it is not set.
  @Sendable
  package static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The names of all environment variables.
  package static var variables: [String] {
    Array(ProcessInfo.processInfo.environment.keys)
  }

  /// The home folder of the account, whatever `HOME` says; `nil` if it has none.
  package static var accountHome: String? {
    guard let account = unsafe getpwuid(getuid()), let home = unsafe account.pointee.pw_dir else {
      return nil
    }
    return unsafe String(cString: home)
  }

  /// The version of the operating system, as a package's `platforms` name it: 26.1.
  package static var systemVersion: String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(version.majorVersion).\(version.minorVersion)"
  }

  /// Lets it open as many files as it may, and returns how many these are.
  package static func raiseOpenFiles() -> Int {
    var limit = rlimit()
    #if canImport(Darwin)
      let files = RLIMIT_NOFILE
      let most = rlim_t(OPEN_MAX)
    #else
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      let most = rlim_t.max
    #endif
    guard unsafe getrlimit(files, &limit) == 0 else { return 256 }
    limit.rlim_cur = min(limit.rlim_max, most)
    _ = unsafe setrlimit(files, &limit)
    guard unsafe getrlimit(files, &limit) == 0 else { return 256 }
    return Int(clamping: limit.rlim_cur)
  }

  /// Ends it at once, with nothing cleaned up.
  package static func endAtOnce() {
    kill(getpid(), SIGKILL)
  }

  /// Turns it into another program: terminal, signals and exit status are then that program's own.
  ///
  /// - Parameters:
  ///   - isOwn: Whether the program may lie beside this one, which is then taken before one on the
  ///     path.
  ///   - folder: Where it runs; `nil` for where this process does.
  /// - Returns: Only if there is no such program: why, in the system's words.
  package static func become(
    _ program: String,
    _ arguments: [String],
    isOwn: Bool = false,
    in folder: String? = nil
  ) -> String {
    var pointers = unsafe ([program] + arguments).map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }
    if isOwn, let folder = ownFolder { unsafe execv("\(folder)/\(program)", unsafe pointers) }
    if let folder {
      guard unsafe chdir(folder) == 0 else { return systemReason }
      // Programs that ask where they are by name would be told where this one was.
      unsafe setenv("PWD", folder, 1)
    }
    unsafe execvp(program, pointers)
    return systemReason
  }

  /// The error of the last system call, as the end of a message.
  private static var systemReason: String {
    let reason = unsafe String(cString: strerror(errno))
    return "\(reason.prefix(1).lowercased())\(reason.dropFirst())"
  }

  /// The folder of this program itself, whatever links lead to it.
  package static var ownFolder: String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      guard let real = realpath(path, nil) else { return nil }
    #else
      guard let real = unsafe realpath("/proc/self/exe", nil) else { return nil }
    #endif
    defer { unsafe free(real) }
    return unsafe LocalFile.parent(of: String(cString: real))
  }
}
