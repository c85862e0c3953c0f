import Versions

/// A request written down as text: `component: version [requirements]`, a line a release.
enum Registry {
  /// - Parameters:
  ///   - releases: lines such as `Payments 2.1.0 FlowKit from 1.0.0, Menu 1.2.0`, where `yanked`
  ///     ends one that is withdrawn.
  ///   - pins: requirements by component.
  static func request(
    pins: [String: String],
    previous: [String: String] = [:],
    update: Set<String> = [],
    workingTree: Set<String> = [],
    _ releases: String
  ) throws -> ResolutionRequest {
    var request = ResolutionRequest(pins: try requirements(pins), releases: [:])
    for (name, version) in previous {
      request.previous[try ComponentName(name)] = try SemanticVersion(version)
    }
    request.update = try Set(update.map { try ComponentName($0) })
    request.workingTree = try Set(workingTree.map { try ComponentName($0) })
    for line in releases.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      var required: [String: String] = [:]
      let rest = words.count > 2 ? words[2] : ""
      for requirement in rest.split(separator: ", ") where requirement != "yanked" {
        let halves = requirement.split(separator: " ", maxSplits: 1).map(String.init)
        required[halves[0]] = halves[1]
      }
      request.releases[try ComponentName(words[0]), default: []].append(
        .init(
          try SemanticVersion(words[1]),
          requirements: try requirements(required),
          isYanked: rest.hasSuffix("yanked")
        )
      )
    }
    return request
  }

  private static func requirements(
    _ texts: [String: String]
  ) throws -> [ComponentName: VersionRequirement] {
    var requirements: [ComponentName: VersionRequirement] = [:]
    for (name, text) in texts {
      requirements[try ComponentName(name)] = try VersionRequirement(text)
    }
    return requirements
  }
}

extension ResolutionRequest {
  /// The answer with names and versions as text.
  func answer() throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try resolved().map { ($0.text, "\($1)") })
  }

  /// Returns the conflict as text, with its reasons and its help; `nil` if the request has an
  /// answer.
  func refusal() -> String? {
    do throws(ResolutionError) {
      _ = try resolved()
      return nil
    } catch {
      var lines = [error.message]
      lines += error.reasons.enumerated().map { "\($0 + 1). \($1)" }
      if let help = error.help { lines.append("help: \(help)") }
      return lines.joined(separator: "\n")
    }
  }
}
