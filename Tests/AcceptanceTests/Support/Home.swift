import Foundation
import ProgramTesting
import Testing

/// A fresh home folder, in which the built app has its data.
struct Home: Sendable {
  /// The home of the test that runs.
  @TaskLocal static var current = Home(folder: "/nonexistent, since the suite lacks .freshHome")

  let folder: String

  /// The database of a run that names no other.
  var database: String {
    path(".local/share/cookr/cookr.sqlite")
  }

  /// A place in the folder.
  func path(_ relative: String) -> String {
    folder + "/" + relative
  }
}

/// Gives each test a home of its own, and takes it away afterwards.
struct FreshHomeTrait: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    // Suites have a scope too, but only a case runs anything.
    guard testCase != nil else { return try await function() }
    let folder = try ScratchFolder()
    try await Home.$current.withValue(Home(folder: folder.path), operation: function)
    withExtendedLifetime(folder) {}
  }
}

extension Program {
  /// Describes a program that runs in the test's home, where it is six in the evening: all kitchens
  /// are open then.
  init(inHome name: String, environment: [String: String] = [:]) {
    let evening = ["TZ": timeZone(whereItIs: 18)]
    self.init(
      name,
      in: Home.current.folder,
      environment: environment.merging(evening) { given, _ in given }
    )
  }
}

extension Trait where Self == FreshHomeTrait {
  static var freshHome: Self { Self() }
}
