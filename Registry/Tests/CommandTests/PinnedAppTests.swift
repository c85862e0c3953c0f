import Foundation
import ProgramTesting
import Testing

/// The story of a pin, as the app's team types it.
struct PinnedAppTests {
  /// A monorepo with an app that prints what its component `Chefs` says; nothing is released.
  func withApp(_ body: (Sandbox) async throws -> Void) async throws {
    try await Sandbox.with([]) { sandbox in
      try sandbox.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "app",
          dependencies: [.package(path: "Components/Chefs")],
          targets: [
            .executableTarget(
              name: "app",
              dependencies: [.product(name: "Chefs", package: "Chefs")],
              path: "Scaffold"
            )
          ]
        )

        """,
        to: "Package.swift"
      )
      try sandbox.write(
        """
        import Chefs

        @main
        struct App {
          static func main() {
            print(chefs, CommandLine.arguments.dropFirst().joined(separator: ","))
          }
        }

        """,
        to: "Scaffold/App.swift"
      )
      try sandbox.writePackage("Chefs")
      try sandbox.write(
        "public let chefs = \"plain\"\n",
        to: "Components/Chefs/Sources/Chefs/Chefs.swift"
      )
      try sandbox.write(
        """
        {
          "components": { "Chefs": { "path": "Components/Chefs" } },
          "apps": { "app": { "path": ".", "pins": {}, "product": "app" } },
          "schema": 1,
          "scope": "cookr"
        }

        """,
        to: "Registry/manifest.json"
      )
      try sandbox.commitAll("Add the app")
      try await body(sandbox)
    }
  }

  @discardableResult
  func run(_ sandbox: Sandbox, _ arguments: String...) async throws -> String {
    let run = try await sandbox.registry(arguments, environment: Sandbox.toolchain)
    #expect(run.status == 0, "\(arguments): \(run.error)")
    return run.output
  }

  struct Layout: Decodable {
    let tree: String
    let path: String
  }

  func layout(_ sandbox: Sandbox) async throws -> Layout {
    let output = try await run(sandbox, "sync", "--json")
    return try JSONDecoder().decode(Layout.self, from: Data(output.utf8))
  }

  @Test func `a release reaches the app by its pin alone, and goes again`() async throws {
    try await withApp { sandbox in
      try await run(sandbox, "bump", "Chefs", "2.4.0")
      try await run(sandbox, "pin", "Chefs", "2.4.0")
      let app = try sandbox.git("rev-parse", "HEAD:Scaffold")
      let first = try await layout(sandbox).tree
      let plain = try await run(sandbox, "run", "--quiet", "app", "order", "--json")
      #expect(plain == "plain order,--json\n")

      try sandbox.write(
        "public let chefs = \"friends\"\n",
        to: "Components/Chefs/Sources/Chefs/Chefs.swift"
      )
      try sandbox.commitAll("feat: rank friends first")
      try await run(sandbox, "bump", "Chefs", "2.4.1")
      #expect(try await layout(sandbox).tree == first)
      #expect(
        try await run(sandbox, "pins") == """
          APP    PIN    BUILT FROM  LATEST  BEHIND
          Chefs  2.4.0  2.4.0       2.4.1   1 release

          """
      )
      try await run(sandbox, "pin", "Chefs", "2.4.1")
      #expect(try await layout(sandbox).tree != first)
      #expect(try await run(sandbox, "run", "--quiet", "app") == "friends \n")
      #expect(try sandbox.git("rev-parse", "HEAD:Scaffold") == app)

      try await run(sandbox, "pin", "Chefs", "2.4.0")
      #expect(try await layout(sandbox).tree == first)
      let again = try await run(sandbox, "run", "--quiet", "app", "order", "--json")
      #expect(again == plain)

      try await run(sandbox, "snapshot", "1.0.0")
      try sandbox.shell("git clone -q -b app/1.0.0 repository shipped 2>/dev/null")
      let shipped = try sandbox.shell(
        """
        PATH='\(Sandbox.toolchain["PATH"] ?? "")' swift run --quiet --disable-index-store \
          --package-path shipped app
        """
      )
      #expect(shipped == "plain ")
    }
  }

  @Test(
    arguments: [
      ("022", "d 755\nf 644"), ("077", "d 700\nf 600"), ("027", "d 750\nf 640"),
      ("000", "d 777\nf 666"),
    ]
  )
  func `files have the modes that git gives them under every umask`(
    umask: String,
    expected: String
  ) async throws {
    try await withApp { sandbox in
      let modes = try sandbox.shell(
        """
        cd repository
        { registry bump Chefs 1.0.0 --no-api-check --verify none; registry pin Chefs 1.0.0; } > /dev/null
        umask \(umask)
        registry sync > /dev/null
        find .registry/app/tree -mindepth 1 -name .registry -prune -o -print0 | xargs -0 \
          perl -e 'for (@ARGV) { printf "%s %o\\n", -l ? "l" : -d _ ? "d" : "f", 0777 & (lstat)[2] }' \
          | sort -u
        """
      )
      #expect(modes == expected)
    }
  }

  @Test func `the exit status is that of the build and of the product`() async throws {
    try await withApp { sandbox in
      try sandbox.write(
        """
        import Chefs
        import Foundation

        @main
        struct App {
          static func main() {
            if CommandLine.arguments.contains("--kill") { kill(getpid(), SIGTERM) }
            exit(7)
          }
        }

        """,
        to: "Scaffold/App.swift"
      )
      try sandbox.commitAll("End with 7")
      let run = try await sandbox.registry("run", environment: Sandbox.toolchain)
      #expect(run.status == 7, "\(run.error)")
      let killed = try await sandbox.registry(
        "run",
        "app",
        "--kill",
        environment: Sandbox.toolchain
      )
      #expect(killed.signal == 15)
      try sandbox.write("nonsense\n", to: "Scaffold/App.swift")
      try sandbox.commitAll("Break it")
      #expect(try await sandbox.registry("build", environment: Sandbox.toolchain).status == 1)
      let noGit = try await sandbox.registry("build", environment: ["PATH": "/nowhere"])
      #expect(noGit.status == 1)
      #expect(
        noGit.error == """
          error: cannot start 'git': no such file or directory
          help: install 'git', version 2.31 or later

          """
      )
      try sandbox.shell("mkdir programs && ln -s \"$(command -v git)\" programs/git")
      let missing = try await sandbox.registry(
        "build",
        environment: ["PATH": "\(sandbox.folder)/programs"]
      )
      #expect(missing.status == 1)
      #expect(
        missing.error == """
          error: cannot start 'swift': no such file or directory
          help: install a toolchain from swift.org, and check that 'swift' is on the PATH

          """
      )
    }
  }

  @Test func `a copied clone does not take over the build of the app`() async throws {
    try await withApp { sandbox in
      try await run(sandbox, "sync")
      try sandbox.shell("mkdir -p repository/.registry/app/build/modules; cp -a repository copy")
      try await run(sandbox, "sync")
      try await run(sandbox, "sync", "--directory", "../copy")
      let left = try sandbox.shell("ls -d */.registry/app/build")
      #expect(left == "repository/.registry/app/build")
    }
  }

  @Test func `a repository without an app can do all but build one`() async throws {
    try await Sandbox.with { sandbox in
      try await run(sandbox, "bump", "Menu", "1.0.0")
      #expect(try await run(sandbox, "pins") == "the manifest lists no app\n")
      let sync = try await sandbox.registry("sync")
      #expect(sync.status == 1)
      #expect(sync.error.hasPrefix("error: the manifest lists no app\nhelp: "))
    }
  }

  @Test func `status lists components even if the pins cannot be resolved`() async throws {
    try await withApp { sandbox in
      try await run(sandbox, "bump", "Chefs", "1.0.0")
      try sandbox.shell(
        #"sed -i 's/"pins": {}/"pins": { "Chefs": "3.0.0" }/' repository/Registry/manifest.json"#
      )
      let status = try await sandbox.registry("status")
      #expect(status.status == 0)
      #expect(
        status.output == """
          COMPONENT  LAYER  STATE      VERSION  LATEST
          Chefs      –      unchanged  1.0.0    1.0.0

          """
      )
      #expect(
        status.error == """
          note: the pins cannot be resolved: no release of 'Chefs' meets the pin '3.0.0' of 'app'
          help: the nearest is '1.0.0'

          """
      )
    }
  }
}
