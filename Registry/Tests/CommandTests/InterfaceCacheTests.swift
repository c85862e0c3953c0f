import Foundation
import ProgramTesting
import Testing

/// The public interfaces that are kept between runs of the stock toolchain.
struct InterfaceCacheTests {
  /// Menu 1.0.0, and a change since.
  private func with(_ body: (Sandbox, _ cache: URL) async throws -> Void) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.write("public func cook() {}\n", to: "Components/Menu/Sources/Menu/Menu.swift")
      try sandbox.commitAll("feat: write the menu")
      try await body(sandbox, URL(filePath: "\(sandbox.repository)/.registry/cache/api"))
    }
  }

  private func compare(_ sandbox: Sandbox) async throws -> String {
    let arguments = ["diff", "Menu", "1.0.0", "--api", "--json"]
    return try await sandbox.registry(arguments, environment: Sandbox.toolchain).output
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
  }

  @Test func `a damaged file is made anew`() async throws {
    try await with { sandbox, cache in
      let first = try await compare(sandbox)
      let files = try names(in: cache)
      #expect(files.count == 3)
      for file in files { try Data("{".utf8).write(to: cache.appending(path: file)) }
      #expect(try await compare(sandbox) == first)
      #expect(try names(in: cache) == files)
    }
  }

  @Test func `two processes share the files, and the least used make room`() async throws {
    try await with { sandbox, cache in
      try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
      // Together more than the 256 MiB that are kept; either alone is less.
      for (name, age) in [("older-0.json", 200.0), ("newer-0.json", 100.0)] {
        let file = cache.appending(path: name)
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 160 << 20)
        try handle.close()
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -age)],
          ofItemAtPath: file.path()
        )
      }
      async let one = compare(sandbox)
      async let other = compare(sandbox)
      let outputs = try await [one, other]
      #expect(outputs[0].contains("func cook() was added"))
      #expect(outputs[0] == outputs[1])
      let kept = try names(in: cache)
      #expect(kept.contains("newer-0.json"))
      #expect(!kept.contains("older-0.json"))
      #expect(kept.count == 4)
      // What either kept, both can read.
      #expect(try await compare(sandbox) == outputs[0])
      #expect(try names(in: cache) == kept)
    }
  }

  @Test func `a dry run compares, and stores nothing in the repository`() async throws {
    try await with { sandbox, _ in
      let objects = try sandbox.git("count-objects", "-v")
      let run = try await sandbox.registry(
        "bump",
        "Menu",
        "1.0.1",
        "--dry-run",
        "--verify",
        "none",
        environment: Sandbox.toolchain
      )
      #expect(run.status == 1)
      #expect(run.error.contains("var name was removed [declaration-removed]"))
      #expect(try sandbox.git("count-objects", "-v") == objects)
    }
  }
}
