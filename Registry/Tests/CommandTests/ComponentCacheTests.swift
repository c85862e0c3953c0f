import Foundation
import ProgramTesting
import Testing

/// What the clones of an account share of the builds of single components.
struct ComponentCacheTests {
  /// Commits other code of `Chefs` in a clone, runs the program there, and returns what it says.
  private func release(
    _ code: String,
    in clone: String,
    _ sandbox: Sandbox,
    with command: String,
    holding lock: String? = nil
  ) throws -> String {
    try sandbox.shell(
      """
      cd '\(clone)'
      echo 'public let chefs = "friends"; \(code)' > Components/Chefs/Sources/Chefs/Chefs.swift
      git commit -q -a -m 'feat: count'
      \(lock.map { "flock \($0)" } ?? "") env REGISTRY_CACHE=true \
        PATH='\(BuildCacheTests.cached["PATH"] ?? "")' '\(BuiltProducts.programs)/registry' \(command) 2>&1
      """
    )
  }

  private func purposes(_ sandbox: Sandbox) throws -> [Substring] {
    try sandbox.shell("ls .cache/registry/builds/places | sed 's/-.*//' | sort -u")
      .split(separator: "\n")
  }

  @Test func `components are built where all clones do, unless another one is at it`() async throws
  {
    try await BuildCacheTests.withClones { sandbox, other in
      func plan(_ word: String, in clone: String, holding lock: String? = nil) throws {
        let plan = try release(
          "public let \(word) = 1",
          in: clone,
          sandbox,
          with: "plan --json",
          holding: lock
        )
        #expect(plan.contains(word))
      }
      try plan("kitchens", in: sandbox.repository)
      try plan("guests", in: other)
      let find =
        "find repository/.registry other/.registry -path '*/build/build' 2>/dev/null || true"
      let before = try sandbox.shell(find)
      #expect(before == "")
      #expect(try purposes(sandbox) == ["components.build"])
      let exported = try await sandbox.registry(
        ["cache", "export", "builds.cache"],
        environment: BuildCacheTests.cached
      )
      #expect(exported.output == "exported 0 builds with 0 files\n", "\(exported.error)")
      let taken = "'\(sandbox.folder)'/.cache/registry/builds/places/components.build-*/taken"
      try plan("tables", in: other, holding: taken)
      let after = try sandbox.shell(find)
      #expect(after == "other/.registry/cache/build/build")
    }
  }

  @Test func `a release is built as a client would where all clones do, and outlives them`()
    async throws
  {
    try await BuildCacheTests.withClones { sandbox, other in
      func bump(_ version: String, in clone: String) throws {
        let bump = try release(
          "let version = \"\(version)\"",
          in: clone,
          sandbox,
          with: "bump Chefs \(version) --no-api-check --verify newest"
        )
        #expect(bump.contains("Chefs \(version)"), "\(bump)")
      }
      try bump("1.1.1", in: sandbox.repository)
      #expect(try sandbox.shell("ls repository/.registry/cache 2>/dev/null || true") == "")
      #expect(try purposes(sandbox) == ["components.client"])
      try sandbox.shell(
        """
        rm -rf other
        git clone -q repository other
        cp repository/.git/config other/.git/
        rm -rf repository
        """
      )
      try bump("1.1.2", in: other)
      try sandbox.shell(
        """
        for repository in .cache/registry/builds/places/components.client-*/repositories/*; do
          git -C "$repository" fsck --strict
        done
        """
      )
    }
  }

  @Test func `another clone compares public APIs without building anything`() async throws {
    try await BuildCacheTests.withClones { sandbox, _ in
      try sandbox.write(
        "public let chefs = \"friends\"\npublic let kitchens = 2\n",
        to: "Components/Chefs/Sources/Chefs/Chefs.swift"
      )
      try sandbox.commitAll("feat: count the kitchens")
      try sandbox.shell("rm -r other && git clone -q repository other")
      let other = sandbox.folder + "/other"
      let first = try await sandbox.registry("plan", "--json", environment: BuildCacheTests.cached)
      #expect(first.status == 0, "\(first.error)")
      let second = try await sandbox.registry(
        "plan",
        "--json",
        "--directory",
        other,
        environment: BuildCacheTests.cached
      )
      #expect(second.output == first.output)
      #expect(first.output.contains("kitchens"), "\(first.output)")
      let built = try sandbox.shell("find other/.registry -type d -name build 2>/dev/null || true")
      #expect(built == "")
    }
  }
}
