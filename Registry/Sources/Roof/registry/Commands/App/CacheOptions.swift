import Apps
import Checks
import Model
import SemverRules
import ServerArguments
import ArgumentParser

/// The options that choose whether what is built is shared with other clones.
struct CacheOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Share builds with the other clones of this account. [env:REGISTRY_CACHE]"
  )
  var cache: Bool?

  @Option(value: .folder, help: "Share builds in this folder. [env:REGISTRY_CACHE]")
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
      surroundings: toolchain.surroundings(),
      limit: workspace.cacheLimit(),
      progress: progress
    )
  }
}
