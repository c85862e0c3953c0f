import ProgramTesting
import Testing

/// Apps that another tool than `swift build` builds, from their pins.
struct ExecTests {
  /// A repository with an Xcode project that needs settings which git ignores.
  private func withProject(
    localFiles: [String] = ["App/Config/Secrets.xcconfig"],
    _ body: (Sandbox) async throws -> Void
  ) async throws {
    try await Sandbox.with([]) { sandbox in
      try sandbox.writePackage("Chefs")
      try sandbox.write("// !$*UTF8*$!\n", to: "App/App.xcodeproj/project.pbxproj")
      try sandbox.write("App/Config/\n", to: ".gitignore")
      try sandbox.write("KEY = 1\n", to: "App/Config/Secrets.xcconfig")
      try write(localFiles, in: sandbox)
      try await body(sandbox)
    }
  }

  private func write(_ localFiles: [String], in sandbox: Sandbox) throws {
    try sandbox.write(
      """
      {
        "components": { "Chefs": { "path": "Components/Chefs" } },
        "apps": { "app": { "localFiles": \(localFiles), "path": "App", "pins": {} } },
        "schema": 1,
        "scope": "cookr"
      }

      """,
      to: "Registry/manifest.json"
    )
    try sandbox.commitAll("Name the local files")
  }

  private func settings(_ sandbox: Sandbox) async throws -> Program.Run {
    try await sandbox.registry("exec", "--", "sh", "-c", "cat Config/Secrets.xcconfig")
  }

  @Test func `a command runs in the app's folder of the pinned tree, with its own exit status`()
    async throws
  {
    try await withProject { sandbox in
      let run = try await sandbox.registry("exec", "sh", "-c", "echo $PWD; pwd -P; ls; exit 7")
      #expect(run.status == 7, "\(run.error)")
      let place = try sandbox.shell("cd repository/.registry/app/tree/App && pwd -P")
      #expect(run.output == "\(place)\n\(place)\nApp.xcodeproj\nConfig\n")
      let option = try await sandbox.registry("exec", "echo", "--help", "--", "-x")
      #expect(option.output == "--help -- -x\n")
      let killed = try await sandbox.registry("exec", "--", "sh", "-c", "kill -TERM $$")
      #expect(killed.signal == 15)
    }
  }

  @Test func `local files are those of the working tree, as long as the manifest lists them`()
    async throws
  {
    try await withProject { sandbox in
      #expect(try await settings(sandbox).output == "KEY = 1\n")
      try sandbox.write("KEY = 2\n", to: "App/Config/Secrets.xcconfig")
      let again = try await settings(sandbox)
      #expect(again.output == "KEY = 2\n")
      #expect(again.error == "")
      let tree = try sandbox.shell("cd repository && registry sync --discard-edits --json")
      #expect(try await settings(sandbox).output == "KEY = 2\n")

      try write([], in: sandbox)
      let gone = try await settings(sandbox)
      #expect(gone.status != 0)
      #expect(!gone.error.contains("is not part of the tree"))
      try write(["App/Config"], in: sandbox)
      #expect(try await settings(sandbox).output == "KEY = 2\n")
      #expect(tree.contains("\"written\" : 0"))
    }
  }

  @Test func `a local file that was committed is that of the pinned tree`() async throws {
    try await withProject { sandbox in
      #expect(try await settings(sandbox).output == "KEY = 1\n")
      try sandbox.git("add", "--force", "App/Config/Secrets.xcconfig")
      try sandbox.commitAll("Commit the settings")
      try sandbox.write("KEY = 2\n", to: "App/Config/Secrets.xcconfig")
      let run = try await settings(sandbox)
      #expect(run.output == "KEY = 1\n")
      #expect(
        run.error == """
          note: 'App/Config/Secrets.xcconfig' is in the pinned tree, so that "localFiles" need not \
          list it

          """
      )
    }
  }

  @Test func `a local file that is missing is named, and the command runs`() async throws {
    try await withProject(localFiles: ["App/Missing.plist"]) { sandbox in
      for _ in 0..<2 {
        let run = try await sandbox.registry("exec", "--", "true")
        #expect(run.status == 0)
        #expect(
          run.error == """
            note: 'App/Missing.plist', which 'app' lists in "localFiles", is not in the working tree

            """
        )
      }
    }
  }

  @Test(arguments: ["build", "run", "test"])
  func `build, run and test of an app without a package advise 'registry exec'`(verb: String)
    async throws
  {
    try await withProject { sandbox in
      let arguments = verb == "run" ? [verb, "App"] : [verb]
      let run = try await sandbox.registry(arguments, environment: Sandbox.toolchain)
      let place = try sandbox.shell("cd repository && pwd -P") + "/.registry/app/tree/App"
      #expect(run.status == 1)
      #expect(
        run.error == """
          error: 'app' has no Package.swift in '\(place)', so 'swift' cannot build it
          help: run another tool in the pinned tree: 'registry exec -- xcodebuild -project \
          App.xcodeproj …'

          """
      )
    }
  }

  @Test func `exec refuses an empty command, an unknown option and a missing program`() async throws
  {
    try await withProject { sandbox in
      #expect(try await sandbox.registry("exec").status == 2)
      #expect(try await sandbox.registry("exec", "--").status == 2)
      #expect(try await sandbox.registry("exec", "--unknown", "true").status == 2)
      let missing = try await sandbox.registry("exec", "--", "no-such-program")
      #expect(missing.status == 1)
      #expect(missing.error.hasPrefix("error: cannot start 'no-such-program' in '"))
    }
  }

  @Test(arguments: [
    (["Components/Chefs/Key.plist"], "is in the folder of component 'Chefs'"),
    ([".registry/app"], "expected the path of a file or folder that git ignores"),
    (["App/../Key.plist"], "invalid path 'App/../Key.plist'"),
    (["App/Config", "App/Config/Key.plist"], "is listed with 'App/Config' already"),
  ])
  func `local files that cannot be are refused`(files: [String], message: String) async throws {
    try await withProject(localFiles: files) { sandbox in
      let run = try await sandbox.registry("exec", "--", "true")
      #expect(run.status == 1)
      #expect(run.error.contains(message), "\(run.error)")
    }
  }
}
