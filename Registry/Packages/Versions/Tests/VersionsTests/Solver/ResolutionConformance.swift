import Foundation
import Versions
import Testing

/// The rows of `Vectors/resolution.json`.
struct ResolutionConformance {
  @Test func `every scenario has the answer that is expected of it`() throws {
    let scenarios = try Scenario.all()
    try #require(!scenarios.isEmpty)
    for scenario in scenarios {
      let request = try scenario.request()
      let answer = Result { () throws(ResolutionError) in try request.resolved() }
      if scenario.expect.failure == true {
        #expect(throws: ResolutionError.self, "\(scenario.id)") { try answer.get() }
        continue
      }
      let versions = try answer.get()
      let exhaustive = ExhaustiveSolver(request)
      #expect(exhaustive.answers.contains(versions), "\(scenario.id)")
      if let count = scenario.solution_count {
        #expect(exhaustive.answers.count == count, "\(scenario.id)")
      }
      // A row with another meaning of pre-releases has one answer, for the sake of which it is here.
      if scenario.unique_best == true || scenario.semantics != nil {
        let named = Dictionary(uniqueKeysWithValues: versions.map { ($0.text, "\($1)") })
        #expect(named == scenario.expect.solution, "\(scenario.id)")
      }
    }
  }
}

private struct Scenario: Decodable {
  struct Requirement: Decodable {
    struct Interval: Decodable {
      let ge: String?
      let gt: String?
      let le: String?
      let lt: String?
    }
    let any_of: [Interval]
  }
  struct Expectation: Decodable {
    let solution: [String: String]?
    let failure: Bool?
  }
  let id: String
  let packages: [String: [String: [String: Requirement]]]
  let root: [String: Requirement]
  let locked: [String: String]?
  let expect: Expectation
  let solution_count: Int?
  let unique_best: Bool?
  let semantics: String?

  static func all() throws -> [Scenario] {
    struct File: Decodable {
      let vectors: [Scenario]
    }
    let url = URL(filePath: #filePath).appending(path: "../../../Vectors/resolution.json")
      .standardized
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).vectors
  }

  func request() throws -> ResolutionRequest {
    var releases: [ComponentName: [ResolutionRequest.Release]] = [:]
    for (name, versions) in packages {
      releases[try ComponentName(name)] = try versions.map { version, requirements in
        .init(try SemanticVersion(version), requirements: try Self.requirements(requirements))
      }
    }
    var previous: [ComponentName: SemanticVersion] = [:]
    for (name, version) in locked ?? [:] {
      previous[try ComponentName(name)] = try SemanticVersion(version)
    }
    return ResolutionRequest(
      pins: try Self.requirements(root),
      releases: releases,
      previous: previous
    )
  }

  private static func requirements(
    _ texts: [String: Requirement]
  ) throws -> [ComponentName: VersionRequirement] {
    var requirements: [ComponentName: VersionRequirement] = [:]
    for (name, requirement) in texts {
      requirements[try ComponentName(name)] = try requirement.versionRequirement()
    }
    return requirements
  }
}

extension Scenario.Requirement {
  /// The rows order versions without SwiftPM's rule for pre-releases, unless they say so in their
  /// bounds; a bound that names the first pre-release of all means the same.
  func versionRequirement() throws -> VersionRequirement {
    let lowest = try SemanticVersion("0.0.0-0")
    guard let interval = any_of.first else { return .range(from: lowest, to: lowest) }
    #expect(any_of.count == 1)
    if let lower = interval.ge, lower == interval.le { return .exact(try SemanticVersion(lower)) }
    var lower = lowest
    if let text = interval.ge { lower = try SemanticVersion(text) }
    if let text = interval.gt { lower = try Self.following(text) }
    var upper = try SemanticVersion("1000000.0.0")
    if let text = interval.lt { upper = try SemanticVersion(text) }
    if let text = interval.le { upper = try Self.following(text) }
    return .range(from: lower, to: upper)
  }

  private static func following(_ text: String) throws -> SemanticVersion {
    let version = try SemanticVersion(text)
    try #require(!version.isPrerelease)
    return SemanticVersion(version.major, version.minor, version.patch + 1)
  }
}
