import Versions

/// Few versions that stand close together, so that whatever is said of sets can be tried on each.
enum SmallWorld {
  private static let suffixes = ["", "-0", "-alpha", "-alpha.0", "-alpha.1", "-beta"]

  static func versions() throws -> [SemanticVersion] {
    var versions: [SemanticVersion] = []
    for major in 0...2 {
      for minor in 0...2 {
        for patch in 0...2 {
          for suffix in suffixes {
            versions.append(try SemanticVersion("\(major).\(minor).\(patch)\(suffix)"))
          }
        }
      }
    }
    return versions
  }

  static func requirements(
    _ count: Int,
    using generator: inout SplitMix
  ) throws -> [VersionRequirement] {
    let versions = try versions()
    return (0..<count).map { _ in
      let lower = versions[Int.random(in: 0..<versions.count, using: &generator)]
      let upper = versions[Int.random(in: 0..<versions.count, using: &generator)]
      return switch Int.random(in: 0..<5, using: &generator) {
      case 0: .exact(lower)
      case 1: .from(lower)
      case 2: .upToNextMinor(from: lower)
      case 3: .range(from: lower, to: upper)
      default: .closedRange(from: lower, through: upper)
      }
    }
  }
}
