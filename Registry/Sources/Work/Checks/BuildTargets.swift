import Base
import ManifestEditor
import ManifestForms
import Model
import SemverRules

/// The platforms that a component is built for, as the package manager takes them.
struct BuildTargets {
  let toolchain: Toolchain
  let sdks: AppleSDKs

  /// Whether the host is a Mac.
  var isOnApple: Bool { toolchain.triple.contains("-apple-") }

  /// - Parameters:
  ///   - platforms: None for what the package's manifest says.
  ///   - manifest: The package's.
  /// - Throws: ``OperationError/Code/platformUnavailable`` for a platform that is not here.
  func all(
    _ platforms: [BuildPlatform],
    of component: String,
    _ manifest: LocatedManifest
  ) throws(OperationError) -> [BuildTarget] {
    var targets: [BuildTarget] = []
    for platform in platforms.isEmpty ? defaults(manifest) : platforms {
      let target: BuildTarget
      switch platform {
      case .named(let name): target = try self.target(name, of: component)
      case .described(let description): target = try self.target(description, of: component)
      }
      if !targets.contains(where: { $0.arguments == target.arguments }) { targets.append(target) }
    }
    return targets
  }

  /// The host, if the package is for it; a Mac builds a package for other systems of Apple for these.
  private func defaults(_ manifest: LocatedManifest) -> [BuildPlatform] {
    let others = AppleSystem.names(of: manifest.platforms.keys)
    guard isOnApple, manifest.platforms["macOS"] == nil, !others.isEmpty else {
      return [.named(.host)]
    }
    return others.map { .named($0) }
  }

  private func target(
    _ name: BuildPlatform.SystemName,
    of component: String
  ) throws(OperationError) -> BuildTarget {
    guard name != .host else { return .host }
    guard isOnApple else { throw Self.needsMac(component, name.rawValue) }
    guard let system = AppleSystem.all[name] else {
      return BuildTarget(named: name.rawValue, arguments: [], runsHere: true)
    }
    return BuildTarget(
      named: name.rawValue,
      arguments: [
        "--triple", "\(Self.architecture(of: toolchain.triple))-apple-\(system.triple)",
        "--sdk", try sdks.path(of: system.sdk),
      ],
      runsHere: false,
      applePlatform: system.platform
    )
  }

  private func target(
    _ description: BuildDescription,
    of component: String
  ) throws(OperationError) -> BuildTarget {
    let words =
      description.triple ?? description.swiftSDK ?? description.sdk
      ?? description.arguments.joined(separator: " ")
    let isForApple = description.triple?.contains("-apple-") ?? false
    let namesSDK = description.sdk.map { !$0.hasPrefix("/") } ?? false
    guard isOnApple || !isForApple && !namesSDK else { throw Self.needsMac(component, words) }
    var arguments: [String] = []
    if let triple = description.triple { arguments += ["--triple", triple] }
    if let sdk = description.sdk {
      arguments += ["--sdk", sdk.hasPrefix("/") ? sdk : try sdks.path(of: sdk)]
    }
    if let name = description.swiftSDK { arguments += ["--swift-sdk", name] }
    return BuildTarget(
      named: words,
      arguments: arguments + description.arguments,
      runsHere: description.swiftSDK == nil && description.triple.map(runsHere) ?? true,
      applePlatform: description.triple.flatMap { AppleSystem(triple: $0)?.platform }
    )
  }

  /// Whether a program for a triple is for this processor and system.
  private func runsHere(_ triple: String) -> Bool {
    guard AppleSystem(triple: triple) == nil else { return false }
    let parts = { (triple: String) in triple.split(separator: "-") }
    let (own, other) = (parts(toolchain.triple), parts(triple))
    guard own.first == other.first else { return false }
    return isOnApple
      ? triple.contains("-apple-macos") : own.dropFirst(2).first == other.dropFirst(2).first
  }

  private static func architecture(of triple: String) -> Substring {
    triple.prefix { $0 != "-" }
  }

  static func needsMac(_ component: String, _ platform: String) -> OperationError {
    OperationError(
      .platformUnavailable,
      "'\(component)' is built for \(platform), which needs a Mac",
      help: "run this on macOS with Xcode"
    )
  }
}
