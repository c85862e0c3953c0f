import APICompatibility
import ArgumentParser
import BuildCaching
import Files
import Git
import Processes
import Workspace

/// The options that choose whether what is built is shared with other clones.
struct CacheOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Share builds with the other clones of this account. (default: as configured)"
  )
  var cache: Bool?

  @Option(
    help: ArgumentHelp("Share builds in this folder.", valueName: "folder"),
    completion: .directory
  )
  var cachePath: String?

  func validate() throws {
    guard cachePath == nil || cache != false else {
      throw ValidationError("'--no-cache' and '--cache-path' cannot be combined")
    }
  }

  var choice: AccountCache.Choice {
    if let cachePath { return .at(cachePath) }
    return switch cache {
    case true?: .on
    case false?: .off
    case nil: .configured
    }
  }

  /// The cache, for builds with the toolchain on the path; `nil` where it is off, or there is none.
  func builds(
    in workspace: borrowing Workspace,
    progress: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> BuildCache? {
    guard let account = try workspace.accountCache(choice) else { return nil }
    // Without a toolchain, the build says so.
    guard let toolchain = try? Toolchain() else { return nil }
    return try BuildCache(
      account,
      surroundings: Self.surroundings(of: toolchain),
      limit: workspace.cacheLimit(),
      progress: progress
    )
  }

  /// What the compiler's output depends on besides sources and arguments.
  private static func surroundings(of toolchain: Toolchain) throws -> [String] {
    let variables = [
      "C_INCLUDE_PATH", "CC", "CPATH", "CPLUS_INCLUDE_PATH", "CXX", "LIBRARY_PATH",
      "PKG_CONFIG_PATH", "SDKROOT", "SWIFT_EXEC",
    ]
    #if os(macOS)
      let system = CurrentProcess.systemVersion
    #else
      // The kernel's version, which says nothing of headers and libraries, differs between hosts of
      // one container.
      let system = String(decoding: try LocalFile.read("/etc/os-release") ?? [], as: UTF8.self)
    #endif
    return [toolchain.version, toolchain.triple, toolchain.programs, system]
      + variables.map { "\($0)=\(CurrentProcess.variable($0) ?? "")" }
  }
}

extension Workspace {
  /// How much may be kept, in bytes.
  func cacheLimit() throws -> Int {
    let standard = 10 << 30
    guard let value = try repository.configuration()["registry.cachesize"] else { return standard }
    let units = ["k": 10, "m": 20, "g": 30]
    let shift = value.last.flatMap { units[$0.lowercased()] }
    guard let number = Int(shift == nil ? value[...] : value.dropLast()), number >= 0,
      number.leadingZeroBitCount > (shift ?? 0) + 1
    else {
      throw OperationError(
        .invalidPath,
        "invalid value '\(value)' of 'registry.cacheSize' in git's configuration, expected a size"
          + " such as '20g'"
      )
    }
    return number << (shift ?? 0)
  }
}
