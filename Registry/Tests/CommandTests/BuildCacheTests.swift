import Foundation
import ProgramTesting
import Testing

/// Builds that the clones of an account share.
///
/// What a build compiled is what it says on standard error; the app says what it was built from.
struct BuildCacheTests {
  static let cached = Sandbox.toolchain.merging(["REGISTRY_CACHE": "true"]) { $1 }

  /// Lends a repository whose app pins `Chefs` 1.0.0, which says `plain`, and may pin 1.1.0, which
  /// says `friends`; and a clone of it.
  static func withClones(_ body: (Sandbox, _ other: String) async throws -> Void) async throws {
    try await PinnedAppTests().withApp { sandbox in
      try await sandbox.registry("bump", "Chefs", "1.0.0")
      try sandbox.write(
        "public let chefs = \"friends\"\n",
        to: "Components/Chefs/Sources/Chefs/Chefs.swift"
      )
      try sandbox.commitAll("feat: rank friends first")
      try await sandbox.registry("bump", "Chefs", "1.1.0")
      try await sandbox.registry("pin", "Chefs", "1.0.0")
      try sandbox.shell(
        """
        git clone -q repository other
        git -C other config user.name Ada
        git -C other config user.email ada@example.com
        """
      )
      try await body(sandbox, sandbox.folder + "/other")
    }
  }

  /// Builds the app of a clone, and returns what the run says of it and what the app says.
  @discardableResult
  static func build(
    _ sandbox: Sandbox,
    in clone: String? = nil,
    _ options: String...,
    environment: [String: String] = cached
  ) async throws -> (count: String, app: String) {
    let clone = clone ?? sandbox.repository
    let run = try await sandbox.registry(
      ["build", "--directory", clone] + options + Sandbox.withoutIndex,
      environment: environment
    )
    #expect(run.status == 0, "\(run.output)\(run.error)")
    let app = try sandbox.shell("'\(clone)/.registry/app/build/debug/app'")
    return (run.error.trimmingCharacters(in: .newlines), app)
  }

  static func pin(_ sandbox: Sandbox, _ version: String, in clone: String? = nil) async throws {
    let clone = clone ?? sandbox.repository
    let run = try await sandbox.registry("pin", "Chefs", version, "--directory", clone)
    #expect(run.status == 0, "\(run.error)")
  }

  private static let nothing = "0 of 2 object files were compiled in this build"
  private static let all = "2 of 2 object files were compiled in this build"

  @Test func `a second clone compiles nothing, and neither does a pin that comes back`()
    async throws
  {
    try await Self.withClones { sandbox, other in
      #expect(try await Self.build(sandbox) == (Self.all, "plain "))
      #expect(try await Self.build(sandbox, in: other) == (Self.nothing, "plain "))
      try await Self.pin(sandbox, "1.1.0")
      let changed = try await Self.build(sandbox)
      #expect(changed.app == "friends ")
      #expect(changed.count == "1 of 2 object files were compiled in this build")
      #expect(try await Self.build(sandbox, in: other) == (Self.nothing, "plain "))
      try await Self.pin(sandbox, "1.1.0", in: other)
      #expect(try await Self.build(sandbox, in: other) == (Self.nothing, "friends "))
      try await Self.pin(sandbox, "1.0.0")
      #expect(try await Self.build(sandbox) == (Self.nothing, "plain "))
    }
  }

  @Test func `going back and forth between branches compiles nothing again, in any clone`()
    async throws
  {
    try await Self.withClones { sandbox, other in
      try sandbox.git("checkout", "-q", "-b", "guests")
      try sandbox.write(
        "public let chefs = \"guests\"\n",
        to: "Components/Chefs/Sources/Chefs/Chefs.swift"
      )
      try sandbox.commitAll("feat: let guests cook")
      try await sandbox.registry("bump", "Chefs", "1.2.0")
      try await Self.pin(sandbox, "1.2.0")
      #expect(try await Self.build(sandbox) == (Self.all, "guests "))
      try sandbox.git("checkout", "-q", "main")
      #expect(try await Self.build(sandbox).app == "plain ")
      for _ in 0..<2 {
        try sandbox.git("checkout", "-q", "guests")
        #expect(try await Self.build(sandbox) == (Self.nothing, "guests "))
        try sandbox.git("checkout", "-q", "main")
        #expect(try await Self.build(sandbox) == (Self.nothing, "plain "))
      }
      try sandbox.shell("git -C other fetch -q && git -C other checkout -q guests")
      #expect(try await Self.build(sandbox, in: other) == (Self.nothing, "guests "))
      try sandbox.shell("git -C other checkout -q main")
      #expect(try await Self.build(sandbox, in: other) == (Self.nothing, "plain "))
    }
  }

  @Test func `a clone keeps its own products, and runs them, whatever another one builds`()
    async throws
  {
    try await Self.withClones { sandbox, other in
      try await Self.build(sandbox)
      try await Self.pin(sandbox, "1.1.0", in: other)
      #expect(try await Self.build(sandbox, in: other).app == "friends ")
      #expect(try sandbox.shell("repository/.registry/app/build/debug/app x") == "plain x")
      for (clone, words) in [(sandbox.repository, "plain a,-b\n"), (other, "friends a,-b\n")] {
        let run = try await sandbox.registry(
          ["run", "--directory", clone, "--quiet", "app", "a", "-b"],
          environment: Self.cached
        )
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output == words)
      }
    }
  }

  @Test func `two clones that build at once both get what they pin`() async throws {
    try await Self.withClones { sandbox, other in
      try await Self.pin(sandbox, "1.1.0", in: other)
      for _ in 0..<2 {
        async let first = Self.build(sandbox)
        async let second = Self.build(sandbox, in: other)
        #expect(try await first.app == "plain ")
        #expect(try await second.app == "friends ")
      }
      let cache = try await sandbox.registry("cache", "--json", environment: Self.cached)
      #expect(cache.output.contains("\"inUse\" : false"))
      #expect(cache.output.contains("\"on\" : true"))
      let off = try await sandbox.registry("cache", environment: Sandbox.toolchain)
      #expect(off.output.hasPrefix("the cache is off: switch it on with 'git config "))
      #expect(!cache.output.contains("\"inUse\" : true"))
    }
  }

  @Test func `a place in which another build checks out files is left alone`() async throws {
    try await Self.withClones { sandbox, other in
      try await Self.pin(sandbox, "1.1.0", in: other)
      try await Self.build(sandbox)
      let variables = Self.cached.map { "\($0)='\($1)'" }.joined(separator: " ")
      let options = Sandbox.withoutIndex.joined(separator: " ")
      let registry = "\(BuiltProducts.programs)/registry"
      // As while git of the other build reads a tree.
      try sandbox.shell(
        """
        place=$(echo .cache/registry/builds/places/*)
        touch $place/layout/index.lock
        flock $place/taken env \(variables) '\(registry)' build --directory '\(other)' \(options) >&2
        rm $place/layout/index.lock
        """
      )
      #expect(try sandbox.shell("'\(other)/.registry/app/build/debug/app'") == "friends ")
    }
  }

  @Test func `files that are not committed are built, and are not kept`() async throws {
    try await Self.withClones { sandbox, _ in
      try await Self.build(sandbox)
      let source = try sandbox.read("Scaffold/App.swift")
      try sandbox.write(
        source.replacingOccurrences(of: "print(chefs,", with: "print(\"edited\","),
        to: "Scaffold/App.swift"
      )
      #expect(try await Self.build(sandbox, "--worktree").app == "edited ")
      #expect(try await Self.build(sandbox) == (Self.nothing, "plain "))
      let cache = try await sandbox.registry("cache", "--json", environment: Self.cached)
      #expect(cache.output.contains("\"builds\" : 1"), "\(cache.output)")
    }
  }

  @Test func `build never restores products of an edited checkout from the cache`() async throws {
    try await Self.withClones { sandbox, _ in
      try await Self.build(sandbox)
      try sandbox.shell(
        """
        cd .cache/registry/builds/places/*
        sed -i 's/print(chefs,/print("edited",/' tree/Scaffold/App.swift
        PATH='\(Self.cached["PATH"] ?? "")' swift build --disable-index-store \
          --package-path tree --scratch-path build >&2
        """
      )
      try await Self.pin(sandbox, "1.1.0")
      let refused = try await sandbox.registry("build", environment: Self.cached)
      #expect(refused.status == 1)
      #expect(refused.error.contains("was changed after it was checked out"), "\(refused.error)")
      #expect(try await Self.build(sandbox, "--discard-edits").app == "friends ")
      try await Self.pin(sandbox, "1.0.0")
      #expect(try await Self.build(sandbox).app == "plain ")
    }
  }

  @Test func `build uses the cache only where it is switched on`() async throws {
    try await Self.withClones { sandbox, other in
      #expect(try await Self.build(sandbox, environment: Sandbox.toolchain).count == "")
      #expect(try await Self.build(sandbox, "--no-cache").count == "")
      #expect(!FileManager.default.fileExists(atPath: sandbox.folder + "/.cache/registry"))
      try sandbox.git("config", "registry.cache", "true")
      #expect(try await Self.build(sandbox, environment: Sandbox.toolchain).count == Self.all)
      #expect(
        try await Self.build(sandbox, in: other, "--cache", environment: Sandbox.toolchain).count
          == Self.nothing
      )
      let path = sandbox.folder + "/elsewhere"
      #expect(try await Self.build(sandbox, "--cache-path", path).count == Self.all)
      let refused = try await sandbox.registry(
        "build",
        environment: Sandbox.toolchain.merging(["REGISTRY_CACHE": "somewhere"]) { $1 }
      )
      #expect(refused.status == 1)
      #expect(
        refused.error == """
          error: invalid value 'somewhere' of REGISTRY_CACHE, expected 'true', 'false' or an \
          absolute path

          """
      )
    }
  }
}
