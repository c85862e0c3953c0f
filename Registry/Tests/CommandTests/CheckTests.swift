import Foundation
import ProgramTesting
import Testing

/// `registry check`, of packages that are in no manifest, with the stock toolchain.
struct CheckTests {
  /// Lends a sandbox with a package `kit` beside its repository, which has the tag `1.4.2`.
  private func withKit(
    _ source: String = "public struct Oven {\n  public func bake() {}\n}\n",
    _ body: (Sandbox) async throws -> Void
  ) async throws {
    try await Sandbox.with([]) { sandbox in
      try sandbox.shell(
        """
        git init -q -b main kit && cd kit && mkdir -p Sources/Kit
        git config user.name Ada && git config user.email ada@example.com
        cat > Package.swift <<'END'
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "Kit",
          products: [.library(name: "Kit", targets: ["Kit"])],
          targets: [.target(name: "Kit")]
        )
        END
        cat > Sources/Kit/Oven.swift <<'END'
        \(source)END
        git add -A && git commit -q -m "Bake" && git tag 1.4.2
        """
      )
      try await body(sandbox)
    }
  }

  private func check(_ sandbox: Sandbox, _ arguments: String...) async throws -> Program.Run {
    try await sandbox.registry(
      ["check", "--package-path", "../kit"] + arguments,
      environment: Sandbox.toolchain
    )
  }

  private func write(_ source: String, _ sandbox: Sandbox) throws {
    try sandbox.write(source, to: "../kit/Sources/Kit/Oven.swift")
  }

  @Test func `check prints the changes with their places and the version that follows`()
    async throws
  {
    try await withKit { sandbox in
      try write("public struct Oven {\n  public func heat(to degrees: Int) {}\n}\n", sandbox)
      let before = try sandbox.shell("cd kit && find . -type f -exec sha1sum {} + | sort")
      let run = try await check(sandbox)
      #expect(run.status == 0, "\(run.error)")
      #expect(
        run.output == """
          Kit since 1.4.2: 1 breakage, 1 addition
            with 1 uncommitted file
            Sources/Kit/Oven.swift:2  func Oven.bake() was removed  [declaration-removed]
            Sources/Kit/Oven.swift:2  func Oven.heat(to:) was added  [declaration-added]
          the next version is 2.0.0 or greater

          """
      )
      #expect(try sandbox.shell("cd kit && find . -type f -exec sha1sum {} + | sort") == before)

      let refused = try await check(sandbox, "--allow", "minor")
      #expect(refused.status == 1)
      #expect(
        refused.output.hasSuffix(
          "the next version is 2.0.0 or greater, but no more than a minor version is allowed\n"
        )
      )
      #expect(try await check(sandbox, "--allow", "major").status == 0)
      #expect(try await check(sandbox, "--version", "1.5.0").status == 1)
      #expect(try await check(sandbox, "--version", "2.0.0").status == 0)

      try sandbox.write(
        """
        # Meant for 1.5.0:
        func Oven.bake()  was removed [declaration-removed] # nobody baked
        func Oven.wash() was removed [declaration-removed] # nobody washed

        """,
        to: "accepted.txt"
      )
      let accepted = try await check(sandbox, "--accept", "accepted.txt", "--allow", "minor")
      #expect(accepted.status == 0)
      #expect(accepted.output.hasPrefix("Kit since 1.4.2: 1 breakage (1 accepted), 1 addition\n"))
      #expect(accepted.output.contains("    accepted: nobody baked\n"))
      #expect(
        accepted.error == """
          note: 'accepted.txt' line 3: no change is 'func Oven.wash() was removed \
          [declaration-removed]', remove the line

          """
      )
    }
  }

  @Test func `check names changed code that no build compiles, and requirements for SPI`()
    async throws
  {
    let source = """
      public protocol Baking { func bake() }
      #if !DEBUG
        public func cool() {}
      #endif

      """
    try await withKit(source) { sandbox in
      try write(
        source.replacing("func bake()", with: "func bake(); @_spi(Kit) func rest()")
          .replacing("cool()", with: "chill()"),
        sandbox
      )
      let run = try await check(sandbox)
      #expect(
        run.output == """
          Kit since 1.4.2: 1 breakage
            with 1 uncommitted file
            Sources/Kit/Oven.swift:1  func Baking.rest() was added for SPI as a protocol requirement  \
          [requirement-added]
            not compared: what is below '#if !DEBUG' in the module Kit, which is not compiled
          the next version is 2.0.0 or greater

          """
      )
    }
  }

  @Test func `annotations, Markdown and SARIF have the places`() async throws {
    try await withKit { sandbox in
      try write("public struct Oven {\n  public var `a b`: Int { 1 }\n}\n", sandbox)
      let github = try await check(sandbox, "--format", "github", "--allow", "patch")
      #expect(github.status == 1)
      #expect(
        github.output == """
          ::error file=Sources/Kit/Oven.swift,line=2,title=declaration-removed::func Oven.bake() \
          was removed
          ::notice file=Sources/Kit/Oven.swift,line=2,title=declaration-added::var Oven.a b was added
          ::error title=Kit since 1.4.2%3A 1 breakage%2C 1 addition::the next version is 2.0.0 or \
          greater, but no more than a patch version is allowed

          """
      )
      let markdown = try await check(sandbox, "--format", "markdown")
      #expect(
        markdown.output == """
          ### `Kit` since `1.4.2`: 1 breakage, 1 addition

          The next version is 2.0.0 or greater.

          #### Breakages

          - `func Oven.bake() was removed` (declaration-removed), `Sources/Kit/Oven.swift:2`

          #### Additions

          - `var Oven.a b was added` (declaration-added), `Sources/Kit/Oven.swift:2`

          """
      )
      let sarif = try await check(sandbox, "--format", "sarif")
      let log = try JSONDecoder().decode(Log.self, from: Data(sarif.output.utf8))
      #expect(log.version == "2.1.0")
      #expect(log.runs.flatMap(\.results).map(\.level) == ["warning", "note"])
      #expect(log.runs.flatMap(\.tool.driver.rules).map(\.id).sorted().count == 2)
    }
  }

  private struct Log: Decodable {
    struct Run: Decodable {
      struct Tool: Decodable { let driver: Driver }
      struct Driver: Decodable { let rules: [Rule] }
      struct Rule: Decodable { let id: String }
      struct Result: Decodable { let level: String }
      let tool: Tool
      let results: [Result]
    }
    let version: String
    let runs: [Run]
  }

  @Test func `check removes what checks over 30 days ago left`() async throws {
    try await withKit { sandbox in
      let first = try await check(sandbox)
      try sandbox.shell(
        """
        cd .cache/registry/checks && mkdir other recent
        for folder in */; do touch "$folder/mark" && touch -d '31 days ago' "$folder/HEAD"; done
        touch recent/HEAD
        """
      )
      #expect(try await check(sandbox).output == first.output)
      #expect(try sandbox.shell("cd .cache/registry/checks && ls */mark") == "recent/mark")
      #expect(try sandbox.shell("cd .cache/registry/checks && ls -d */ | wc -l") == "2")
    }
  }

  @Test func `before 1_0_0 a minor version may break`() async throws {
    try await withKit { sandbox in
      try sandbox.shell("cd kit && git tag -d 1.4.2 > /dev/null && git tag v0.3.1")
      try write("public struct Oven {}\n", sandbox)
      let run = try await check(sandbox, "--allow", "minor")
      #expect(run.status == 0)
      #expect(
        run.output.hasSuffix(
          "the next version is 0.4.0 or greater, and a minor version is allowed\n"
        )
      )
      #expect(try await check(sandbox, "--allow", "patch").status == 1)
    }
  }

  /// What is refused, with the script that makes it so and the start of the message.
  @Test(arguments: [
    ("rm Package.swift", [], "the folder '../kit' has no 'Package.swift'"),
    ("git tag -d 1.4.2", [], "found no version tag, expected one such as '1.2.3' or 'v1.2.3'"),
    (
      "git tag -d 1.4.2; git tag 1.2; git tag swift-5.9-RELEASE", [],
      "found no version tag: the tags '1.2' and 'swift-5.9-RELEASE' are not versions"
    ),
    (
      "git switch -qc other; git commit -q --allow-empty -m x; git tag 2.0.0; git tag -d 1.4.2;"
        + " git switch -q main", [],
      "found no version tag in the history of HEAD: '2.0.0' is of another branch"
    ),
    (
      "git commit -q --allow-empty -m x; git clone -q --depth 1 file://$PWD ../cut; mv .git ../old;"
        + " mv ../cut/.git .git", [],
      "found no version tag, expected one such as '1.2.3' or 'v1.2.3'; the clone is shallow"
    ),
    ("true", ["nowhere"], "unknown revision 'nowhere'"),
    ("true", ["--accept", "none"], "there is no file 'none' with accepted changes"),
    (
      "echo 'func bake() was removed [declaration-removed]' > a", ["--accept", "../kit/a"],
      "../kit/a: line 1 has no reason"
    ),
    (
      "echo 'func bake() was removed # nobody baked' > a", ["--accept", "../kit/a"],
      "../kit/a: line 1 has no rule, expected the change as 'registry check' prints it"
    ),
    ("rm -rf .git", [], "'../kit' is not in a git repository"),
    (
      "git rm -q Package.swift; git commit -q -m x; git tag 1.5.0; git checkout -q HEAD~1 -- .", [],
      "'1.5.0' has no 'Package.swift'"
    ),
  ])
  func `what cannot be compared is refused in words`(
    script: String,
    arguments: [String],
    message: String
  ) async throws {
    try await withKit { sandbox in
      try sandbox.shell("cd kit && { \(script); } > /dev/null 2>&1")
      let run = try await sandbox.registry(
        ["check", "--package-path", "../kit"] + arguments,
        environment: Sandbox.toolchain
      )
      #expect(run.status == 1)
      #expect(run.error.hasPrefix("error: \(message)"), "\(run.error)")
      #expect(run.error.contains("\nhelp: "), "\(run.error)")
      #expect(run.output == "")
    }
  }

  @Test func `the side that does not build is named, with the first errors`() async throws {
    try await withKit("public func bake() -> Bread { 1 }\n") { sandbox in
      try write("public func bake() {}\n", sandbox)
      let old = try await check(sandbox)
      #expect(old.status == 1)
      #expect(
        old.error == """
          error: Kit at '1.4.2' does not build
            Sources/Kit/Oven.swift:1:23: error: cannot find type 'Bread' in scope
          help: name a later revision that builds: 'registry check REVISION'

          """
      )
      try sandbox.shell("cd kit && git commit -q -a -m 'Bake bread' && git tag 1.4.3")
      try write("public func bake() -> Cake { 1 }\n", sandbox)
      let new = try await check(sandbox)
      #expect(
        new.error == """
          error: Kit as it lies here does not build
            Sources/Kit/Oven.swift:1:23: error: cannot find type 'Cake' in scope
          help: fix it and try again; 'swift build' shows all errors

          """
      )
    }
  }

  @Test
  func `the tags decide what is compared, on a detached head, among 5,000, and two of one commit`()
    async throws
  {
    try await withKit { sandbox in
      try sandbox.shell(
        """
        cd kit
        git commit -q --allow-empty -m "Wash" && git tag v1.5.0-beta.1
        for n in $(seq 5000); do echo "create refs/tags/9.0.$n $(git rev-parse HEAD)"; done > ../tags
        git commit -q --allow-empty -m "Dry"
        git switch -q --orphan other 2> /dev/null && git commit -q --allow-empty -m "Other"
        sed -i "s/[0-9a-f]\\{40\\}$/$(git rev-parse HEAD)/" ../tags
        git update-ref --stdin < ../tags
        git switch -q main && git switch -q --detach && git tag 1.4.1 1.4.2
        """
      )
      let run = try await check(sandbox)
      #expect(run.output == "Kit since 1.4.2: unchanged\nthe next version is 1.4.3 or greater\n")
      #expect(run.error == "note: the commit of '1.4.2' has the tag '1.4.1', too\n")
    }
  }

  @Test func `a check says the same of a package as of a component`() async throws {
    try await Sandbox.with(["Menu"]) { sandbox in
      let (old, new) = ("Components/Menu/Sources/Menu/Menu.swift", "../kit/Sources/Menu/Menu.swift")
      let before = """
        public protocol Dish { func cook() }
        public enum Course { case soup }
        @frozen public enum Size { case small }
        public class Table { public init() {}; public func lay(_ plates: Int) {} }
        open class Chair { public init() {}; open func sit() {} }
        public struct Salt { public var grains = 1; public func pour<T>(_ into: T) {} }
        public func serve(_ dish: any Dish) {}
        @_spi(Waiters) public func hurry() {}
        package func whisper() {}

        """
      let after = """
        public protocol Dish { func cook(); func taste() }
        public enum Course { case soup, salad }
        @frozen public enum Size { case small, large }
        public class Table { public init() {}; public func lay(_ plates: Int = 2) {} }
        public class Chair { public init() {}; public func sit() {} }
        public struct Salt: Sendable { public let grains = 1; public func pour<T: Sendable>(_ into: T) {} }
        public func serve(_ dish: some Dish) async throws {}
        public func wash() {}

        """
      try sandbox.write(before, to: old)
      try sandbox.commitAll("feat: open")
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.shell(
        """
        git init -q -b main kit && cd kit
        git config user.name Ada && git config user.email ada@example.com
        cp -r ../repository/Components/Menu/. . && rm -rf .build
        git add -A && git commit -q -m "Open" && git tag 1.0.0
        """
      )
      try sandbox.write(after, to: old)
      try sandbox.write(after, to: new)
      try sandbox.commitAll("feat: close")
      let component = try await sandbox.registry(
        ["diff", "Menu", "--api", "--json"],
        environment: Sandbox.toolchain
      )
      let package = try await check(sandbox, "--json")
      #expect(component.status == 0, "\(component.error)")
      #expect(package.status == 0, "\(package.error)")
      let decoder = JSONDecoder()
      let diff = try decoder.decode(Diff.self, from: Data(component.output.utf8))
      let checked = try decoder.decode(Checked.self, from: Data(package.output.utf8))
      #expect(diff.interface.changes.count > 8)
      #expect(diff.interface.changes == checked.changes)
      #expect(diff.lowestAllowedVersion == checked.lowestAllowedVersion)
    }
  }

  private struct Change: Decodable, Equatable {
    let rule, module, declaration, words, kind: String
  }

  private struct Diff: Decodable {
    struct Interface: Decodable { let changes: [Change] }
    let interface: Interface
    let lowestAllowedVersion: String
  }

  private struct Checked: Decodable {
    let changes: [Change]
    let lowestAllowedVersion: String
  }

  /// They are one file on Windows, and the first two on a Mac, too.
  @Test func `a module in C that clients only get values of is compared as Swift imports it`()
    async throws
  {
    let source = """
      import CKit
      public typealias Word = CKit.Word
      extension Word { public var first: Int { 1 } }
      public func pair() -> CKit.Pair { CKit.Pair() }

      """
    try await withKit(source) { sandbox in
      let header = """
        #define STORE(name) typedef struct { long value; } name;
        #define DEFINE(name) STORE(name) long prepare_##name(long);
        typedef struct { __uint128_t value; } Word;

        """
      try sandbox.shell(
        """
        cd kit && mkdir -p Sources/CKit/include && echo > Sources/CKit/kit.c
        cat > Sources/CKit/include/kit.h <<'END'
        \(header)DEFINE(Pair)
        END
        sed -i 's/targets: \\[.target(name: "Kit")/targets: [.target(name: "CKit"), .target(name: "Kit", dependencies: ["CKit"])/' Package.swift
        git add -A && git commit -q -m "Store" && git tag 1.5.0
        cat > Sources/CKit/include/kit.h <<'END'
        \(header.replacing("__uint128_t value", with: "long first"))#if !defined(__wasm__)
        STORE(Pair)
        #else
        DEFINE(Pair)
        #endif
        END
        """
      )
      try write(source.replacing("public var first: Int { 1 }", with: ""), sandbox)
      let same = try await check(sandbox)
      #expect(
        same.output.contains("the next version is 1.6.0 or greater"),
        "\(same.output)\(same.error)"
      )
      try sandbox.shell("cd kit && sed -i 's/long first/int first/' Sources/CKit/include/kit.h")
      let other = try await check(sandbox)
      #expect(
        other.output.contains("var Word.first is Int32 in place of Int"),
        "\(other.output)\(other.error)"
      )
    }
  }

  @Test func `check compares packages with names that some systems take for one`() async throws {
    try await withKit { sandbox in
      try sandbox.shell(
        """
        cd kit && mkdir docs && cd docs && content=$(echo a | git hash-object -w --stdin)
        for name in a A 'oven(_:)' 'oven(_:at:)'; do
          git update-index --add --cacheinfo "100644,$content,docs/$name"
        done
        git commit -q -m "Document the oven" && git tag 1.4.3 && git checkout -q -- .
        """
      )
      try write("public struct Oven {}\n", sandbox)
      let run = try await check(sandbox)
      #expect(run.output.contains("func Oven.bake() was removed"), "\(run.output)\(run.error)")
    }
  }

  /// The package manager takes it in the place of the other one.
  @Test(arguments: ["", "ln -s Package@swift-6.1.swift Package@swift-6.3.swift"])
  func `a manifest for the version of Swift, or a link to it, says what the package offers`(
    link: String
  ) async throws {
    try await withKit { sandbox in
      try sandbox.shell(
        """
        cd kit && mkdir Sources/More && echo 'public func wash() {}' > Sources/More/More.swift
        sed 's/tools-version: 6.0/tools-version: 6.1/
          s/targets: ."Kit".)]/targets: ["Kit", "More"])]/
          s/targets: .\\.target(name: "Kit")./targets: [.target(name: "Kit"), .target(name: "More")]/
        ' Package.swift > Package@swift-6.1.swift
        grep -c More Package@swift-6.1.swift
        \(link)
        git add -A && git commit -q -m "Offer more" && git tag 1.5.0
        echo 'public func rinse() {}' > Sources/More/More.swift
        """
      )
      let run = try await check(sandbox)
      #expect(run.output.contains("func wash() was removed"), "\(run.output)\(run.error)")
    }
  }
}
