/// The oldest versions of systems that clients of a package can be built for.
public struct OldestSystems: Sendable {
  /// Those of the package manager, which clients are built for if nothing is said.
  private static let usual: [String: [Int]] = [
    "driverkit": [19], "ios": [12], "maccatalyst": [13], "macos": [10, 13], "tvos": [12],
    "visionos": [1], "watchos": [4],
  ]

  private let versions: [String: [Int]]

  /// - Parameter platforms: Those that the package's manifest names.
  public init(_ platforms: [String: String] = [:]) {
    versions = platforms.reduce(into: Self.usual) { versions, platform in
      let (name, version) = (platform.key.lowercased(), Availability.version(platform.value))
      if Self.isLater(version, than: versions[name]) { versions[name] = version }
    }
  }

  /// `nil` if it is not known.
  public subscript(_ platform: String) -> [Int]? {
    versions[platform.replacing("ApplicationExtension", with: "").lowercased()]
  }

  /// Whether some clients that could use what was introduced in one version cannot use what was in
  /// another one.
  public func isNarrower(_ new: [Int]?, than old: [Int]?, on platform: String) -> Bool {
    guard let new, Self.isLater(new, than: self[platform]) else { return false }
    return Self.isLater(new, than: old)
  }

  static func isLater(_ left: [Int], than right: [Int]?) -> Bool {
    right.map { $0.lexicographicallyPrecedes(left) } ?? true
  }
}
