import Foundation
import ProgramTesting
import Testing

/// What becomes of the cache of builds when it is damaged, interrupted, moved or full.
struct BuildCacheDamageTests {
  private static let nothing = "0 of 2 object files were compiled in this build"

  /// Lends a repository of which both releases were built, the one that it pins now first.
  private func withBuilds(_ body: (Sandbox) async throws -> Void) async throws {
    try await BuildCacheTests.withClones { sandbox, _ in
      try await BuildCacheTests.build(sandbox)
      try await BuildCacheTests.pin(sandbox, "1.1.0")
      try await BuildCacheTests.build(sandbox)
      try await BuildCacheTests.pin(sandbox, "1.0.0")
      try await body(sandbox)
    }
  }

  private func cache(_ sandbox: Sandbox, _ arguments: String...) async throws -> Program.Run {
    try await sandbox.registry(["cache"] + arguments, environment: BuildCacheTests.cached)
  }

  /// Changes the last byte of every file that is kept.
  private func damage(_ part: String, _ sandbox: Sandbox) throws {
    try sandbox.shell(
      """
      find .cache/registry/builds/\(part) -type f -size +0 -print0 | while IFS= read -r -d '' file; do
        size=$(($(wc -c < "$file")))
        printf '\\001' | dd of="$file" bs=1 seek=$((size - 1)) conv=notrunc status=none
      done
      """
    )
  }

  @Test(arguments: ["files", "listings"])
  func `a wrong byte is noticed, and what has it is built again`(part: String) async throws {
    try await withBuilds { sandbox in
      try damage(part, sandbox)
      #expect(try await BuildCacheTests.build(sandbox).app == "plain ")
      try await BuildCacheTests.pin(sandbox, "1.1.0")
      #expect(try await BuildCacheTests.build(sandbox).app == "friends ")
      try await BuildCacheTests.pin(sandbox, "1.0.0")
      #expect(try await BuildCacheTests.build(sandbox) == (Self.nothing, "plain "))
    }
  }

  @Test func `build succeeds when a killed git left its index locked`() async throws {
    try await withBuilds { sandbox in
      try sandbox.shell(
        """
        find .cache -path '*/layout/index' > indexes
        [ -s indexes ] && while read -r index; do touch "$index.lock"; done < indexes
        """
      )
      #expect(try await BuildCacheTests.build(sandbox).app == "plain ")
    }
  }

  @Test func `verify finds a wrong byte and removes what has it`() async throws {
    try await withBuilds { sandbox in
      let sound = try await cache(sandbox, "verify", "--json")
      #expect(sound.status == 0)
      #expect(sound.output.contains("\"builds\" : 1"), "\(sound.output)")
      try damage("files", sandbox)
      let damaged = try await cache(sandbox, "verify", "--json")
      #expect(damaged.status == 1)
      #expect(damaged.output.contains("\"damagedBuilds\" : 1"), "\(damaged.output)")
      let after = try await cache(sandbox, "verify", "--json")
      #expect(after.status == 0)
      #expect(after.output.contains("\"builds\" : 0"), "\(after.output)")
    }
  }

  @Test func `verify compiles what was built again, and removes what is not the same`()
    async throws
  {
    try await BuildCacheTests.withClones { sandbox, _ in
      let empty = try await cache(sandbox, "verify", "--compile", "2")
      #expect(
        empty.output == """
          0 builds with 0 files checked, none is damaged
          nothing was compiled again: no build that is kept is checked out

          """
      )
      try await BuildCacheTests.build(sandbox)
      let same = try await cache(sandbox, "verify", "--compile", "5")
      #expect(same.status == 0, "\(same.error)")
      #expect(same.output.hasSuffix("compiled 2 again, with the same result\n"), "\(same.output)")
      #expect(try await BuildCacheTests.build(sandbox) == (Self.nothing, "plain "))

      // The changed file is kept under the name of its content, so that reading it finds no damage.
      try sandbox.shell(
        """
        object=$(find .cache/registry/builds/places -name 'Chefs.swift.o' -path '*/build/*')
        printf x >> "$object"
        rm -r .cache/registry/builds/listings
        """
      )
      let different = try await cache(sandbox, "verify", "--compile", "5")
      #expect(different.status == 1)
      #expect(
        different.output.hasSuffix(
          """
          compiled 2 again, and removed the builds in which these differ:
            Swift Module 'Chefs' (1 sources)

          """
        ),
        "\(different.output)"
      )
      #expect(try await BuildCacheTests.build(sandbox).count.hasPrefix("2 of 2 "))
    }
  }

  @Test func `an exported cache builds nothing anew where it is imported`() async throws {
    try await withBuilds { sandbox in
      let exported = try await cache(sandbox, "export", "builds.cache")
      #expect(exported.status == 0, "\(exported.error)")
      #expect(exported.output.hasPrefix("exported 2 builds with "), "\(exported.output)")
      try sandbox.shell("rm -r .cache repository/.registry")
      let imported = try await cache(sandbox, "import", "builds.cache")
      #expect(imported.status == 0, "\(imported.error)")
      #expect(try await BuildCacheTests.build(sandbox) == (Self.nothing, "plain "))
      try await BuildCacheTests.pin(sandbox, "1.1.0")
      #expect(try await BuildCacheTests.build(sandbox) == (Self.nothing, "friends "))

      #expect(try await cache(sandbox, "clean").output == "the build cache is empty\n")
      try sandbox.shell(
        "cd repository && printf x | dd of=builds.cache bs=1 seek=5000 conv=notrunc status=none"
      )
      let refused = try await cache(sandbox, "import", "builds.cache")
      #expect(refused.status == 1)
      #expect(
        refused.error.hasPrefix(
          "error: 'builds.cache' is damaged, or was not written by 'registry cache export'\n"
        )
      )
      #expect(try await BuildCacheTests.build(sandbox).app == "friends ")
    }
  }

  /// The system reads the last path as one below the link.
  @Test func `an imported build with a file outside of it is refused`() async throws {
    try await Sandbox.with { sandbox in
      let (tree, link) = (String(repeating: "a", count: 40), "2f746d70")
      try sandbox.shell(
        """
        content=$(printf x | sha256sum | cut -d' ' -f1)
        {
          printf 'registry-build 1\\ntree \(tree)\\n'
          printf 'd 755 1 0 - build\\nl 755 1 0 \(link) build/link\\n'
          printf 'f 644 1 1 %s build/link/\u{301}x\\n' "$content"
        } > listing
        printf 'sum %s\\n' "$(sha256sum < listing | cut -d' ' -f1)" >> listing
        {
          printf 'registry-cache 1\\nfile %s 1\\nx' "$content"
          printf 'build place/\(tree) %s\\n' "$(($(wc -c < listing)))"
          cat listing
          printf 'end\\n'
        } > repository/hostile.cache
        """
      )
      let run = try await cache(sandbox, "import", "hostile.cache")
      #expect(run.status == 1, "\(run.output)")
      #expect(run.error.hasPrefix("error: 'hostile.cache' is damaged, "), "\(run.error)")
    }
  }

  @Test func `build builds all and keeps nothing when the cache has no room`() async throws {
    try await BuildCacheTests.withClones { sandbox, _ in
      try sandbox.git("config", "registry.cacheSize", "1k")
      for (version, words) in [("1.0.0", "plain "), ("1.1.0", "friends "), ("1.0.0", "plain ")] {
        try await BuildCacheTests.pin(sandbox, version)
        #expect(try await BuildCacheTests.build(sandbox).app == words)
      }
      let kept = try await cache(sandbox, "--json").output
      #expect(kept.contains("\"bytes\" : 0"), "\(kept)")
    }
  }

  #if os(Linux)
    @Test(arguments: [false, true])
    func `a restore from the cache ended at any change is completed or undone by the next run`(
      _ isFull: Bool
    )
      async throws
    {
      try await withBuilds { sandbox in
        let cache = sandbox.folder + "/.cache"
        // What the toolchain changes is not counted.
        try sandbox.shell(
          """
          mkdir bin
          printf '#!/bin/sh\\nunset LD_PRELOAD\\nexec "%s" "$@"\\n' \
            "$(PATH='\(BuildCacheTests.cached["PATH"] ?? "")' command -v swift)" > bin/swift
          chmod +x bin/swift
          cp -a .cache saved && cp -a repository/.registry saved-registry
          """
        )
        var environment = BuildCacheTests.cached
        environment["PATH"] = "\(sandbox.folder)/bin:\(environment["PATH"] ?? "")"
        let counts = sandbox.folder + "/count"
        let counting = try await sandbox.registry(
          ["build"] + Sandbox.withoutIndex,
          environment: environment,
          killSwitch: .count(below: cache, into: counts)
        )
        #expect(counting.status == 0, "\(counting.error)")
        let text = try String(contentsOfFile: counts, encoding: .utf8)
        let count = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(count > 10)
        for change in stride(from: 1, through: count, by: Sweep.isTorture ? 1 : count / 6 + 1) {
          try sandbox.shell(
            """
            rm -rf .cache repository/.registry
            cp -a saved .cache && cp -a saved-registry repository/.registry
            """
          )
          try await sandbox.registry(
            ["build"] + Sandbox.withoutIndex,
            environment: environment,
            killSwitch: isFull
              ? .fail(ENOSPC, from: change, below: cache) : .kill(before: change, below: cache)
          )
          let next = try await BuildCacheTests.build(sandbox)
          #expect(next.app == "plain ", "\(change)")
        }
      }
    }
  #endif
}
