import Foundation
import ProgramTesting
import Testing

/// A toolchain that is not as it should be, played by scripts.
struct ToolchainTroubleTests {
  /// Puts a `swift` on the path that says that it is at home in the sandbox, and acts so when it is
  /// told to build.
  private func withToolchain(
    building script: String = "exit 0",
    _ body: (Sandbox, [String: String]) async throws -> Void
  ) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      let programs = sandbox.folder + "/toolchain/usr/bin"
      try FileManager.default.createDirectory(
        atPath: programs,
        withIntermediateDirectories: true
      )
      let answer = """
        {"compilerVersion": "Swift 0", "target": {"triple": "none"}, \
        "paths": {"runtimeResourcePath": "\(sandbox.folder)/toolchain/usr/lib/swift"}}
        """
      try Data(
        """
        #!/bin/bash
        if [ "$1" = -print-target-info ]; then echo '\(answer)'; exit 0; fi
        \(script)

        """.utf8
      ).write(to: URL(filePath: "\(programs)/swift"))
      try sandbox.shell("chmod +x toolchain/usr/bin/swift")
      try await body(sandbox, ["PATH": "\(programs):/usr/bin:/bin"])
    }
  }

  @Test func `bump without a toolchain releases nothing, unless no build is asked for`()
    async throws
  {
    try await Sandbox.with(["Menu"]) { sandbox in
      let run = try await sandbox.registry("bump", "Menu", "1.0.0", "--verify", "newest")
      #expect(run.status == 1)
      #expect(
        run.error == """
          error: component 'Menu': cannot start 'swift': no such file or directory
          help: install a toolchain from swift.org, and check that 'swift' is on the PATH, or release \
          without a build with '--verify none'

          """
      )
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 0)
      #expect(try await sandbox.registry("bump", "Menu", "1.0.0").status == 0)
    }
  }

  @Test(arguments: [["audit", "--all"], ["diff", "Menu", "1.0.0", "--api"]])
  func `a command that needs a toolchain names no option to skip it when there is none`(
    verb: [String]
  ) async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      for version in ["1.0.0", "1.0.1"] {
        try sandbox.change("Menu")
        try await sandbox.registry("bump", "Menu", version, "--no-api-check")
      }
      let run = try await sandbox.run("registry", verb)
      #expect(run.status == 1)
      #expect(
        run.error == """
          error: cannot start 'swift': no such file or directory
          help: install a toolchain from swift.org, and check that 'swift' is on the PATH

          """
      )
    }
  }

  @Test func `bump refuses when there is no interface, unless the check is skipped`() async throws {
    try await withToolchain { sandbox, environment in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
      let run = try await sandbox.registry(
        "bump",
        "Menu",
        "1.1.0",
        "--verify",
        "none",
        environment: environment
      )
      #expect(
        run.error == """
          error: component 'Menu': the compiler wrote no interface of the module \
          'Menu'
          help: use a toolchain from swift.org, or skip the check with '--no-api-check'

          """
      )
      let unchecked = try await sandbox.registry(
        "bump",
        "Menu",
        "1.1.0",
        "--verify",
        "none",
        "--no-api-check",
        environment: environment
      )
      #expect(unchecked.status == 0)
    }
  }

  @Test func `a build that is interrupted ends, and nothing is released`() async throws {
    // The build asks for the interruption itself, when it runs, and notes how it ended.
    let script = """
      cat "$HOME/never" &
      trap 'kill $!; echo interrupted > "$HOME/ended"; exit 1' INT
      kill -TERM "$PPID"
      wait $!
      echo more >> "$HOME/ended"
      """
    try await withToolchain(building: script) { sandbox, environment in
      try sandbox.shell("mkfifo never")
      let run = try await sandbox.registry(
        "bump",
        "Menu",
        "1.0.0",
        "--verify",
        "newest",
        environment: environment
      )
      #expect(run.signal == Int(SIGTERM))
      #expect(
        try String(contentsOfFile: sandbox.folder + "/ended", encoding: .utf8) == "interrupted\n"
      )
      #expect(try sandbox.recordCount("Menu", "1.0.0") == 0)
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }
}
