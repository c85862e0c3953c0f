import CConfinedSpawn

/// The limits of a program that runs what others wrote: it reads the toolchain and its own folder,
/// writes that folder alone, has no sockets, devices or privileges, sees no other process, and all that
/// it started ends with it.
///
/// Documentation/Decisions/computed-manifests.md explains how.
package struct Confinement: Hashable, Sendable {
  /// The folder of the program, in which it starts; an absolute path without links.
  package let folder: String
  /// The other files and folders that it can read.
  package let readable: [String]
  /// Whether it can use TCP and UDP, to fetch what it needs.
  package let usesNetwork: Bool

  /// - Parameters:
  ///   - programs: The folder of the toolchain's programs.
  ///   - further: What else it can read.
  package init(
    to folder: String,
    programs: String,
    reading further: [String] = [],
    usesNetwork: Bool = false
  ) {
    let toolchain = LocalFile.parent(of: programs)
    let libraries = CurrentProcess.variable("LD_LIBRARY_PATH")?.split(separator: ":") ?? []
    self.folder = folder
    self.usesNetwork = usesNetwork
    readable =
      ["bin", "include", "lib", "lib64", "libexec", "share"].map { "\(toolchain)/\($0)" }
      + Self.system + (usesNetwork ? Self.network : []) + libraries.map(String.init) + further
  }

  /// The folders and files that compilers and linkers need of the system.
  private static let system = [
    "/bin", "/lib", "/lib32", "/lib64", "/nix/store", "/usr/bin", "/usr/include", "/usr/lib",
    "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/local/include", "/usr/local/lib",
    "/usr/share/git-core", "/usr/share/pkgconfig", "/etc/alternatives", "/etc/ld.so.cache",
    "/etc/ld.so.conf", "/etc/ld.so.conf.d",
  ]

  /// The folders and files for resolving the names of hosts and checking their certificates.
  private static let network = [
    "/etc/ca-certificates", "/etc/gai.conf", "/etc/host.conf", "/etc/hosts", "/etc/nsswitch.conf",
    "/etc/pki", "/etc/resolv.conf", "/etc/ssl", "/usr/share/ca-certificates",
  ]

  /// The variables of a confined program: none of this process but the language, and its home and
  /// temporary files lie in its own folder.
  package func variables(programs: String) throws -> [String: String] {
    for name in ["home", "temporary"] { try LocalFile.makeDirectories("\(folder)/\(name)") }
    return [
      "HOME": "\(folder)/home", "PATH": "\(programs):/usr/bin:/bin",
      "TMPDIR": "\(folder)/temporary",
    ]
  }

  /// The variables of this process that it has.
  package static let inherited: Set = ["LANG", "LC_ALL", "LD_LIBRARY_PATH"]

  /// The reason why this system cannot confine a program, as the end of a sentence; `nil` if it
  /// can.
  package static var obstacle: String? {
    unsafe registry_confinement_obstacle().map { unsafe String(cString: $0) }
  }

  /// Starts a program in it.
  ///
  /// - Returns: 0, or an error number.
  func spawn(
    _ program: String,
    _ streams: [Int32],
    _ child: inout Int32,
    arguments: [UnsafeMutablePointer<CChar>?],
    environment: [UnsafeMutablePointer<CChar>?],
    _ readable: [UnsafeMutablePointer<CChar>?]
  ) -> Int32 {
    unsafe folder.withCString { folder in
      let readable = unsafe readable.map { unsafe UnsafePointer($0) }
      return unsafe readable.withUnsafeBufferPointer { readable in
        var confinement = unsafe registry_confinement()
        unsafe confinement.readable = readable.baseAddress
        unsafe confinement.folder = folder
        unsafe confinement.uses_network = usesNetwork ? 1 : 0
        return unsafe registry_spawn_confined(
          &confinement,
          &child,
          program,
          streams,
          arguments,
          environment
        )
      }
    }
  }
}
