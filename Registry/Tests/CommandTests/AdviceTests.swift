import ProgramTesting
import Testing

/// Takes the advice that messages about versions, groups and withdrawals give, as it is printed.
struct AdviceTests {
  /// A command that is refused, or that reports something.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let command: [String]
    let prepare: @Sendable (Sandbox) async throws -> Void

    init(
      _ name: String,
      _ command: String...,
      after prepare: @escaping @Sendable (Sandbox) async throws -> Void
    ) {
      (testDescription, self.command, self.prepare) = (name, command, prepare)
    }
  }

  private static let groups: [Case] = [
    Case("a version of one of a group", "bump", "Menu", "1.2.0") { try await makeGroup($0) },
    Case("an increment of one of a group", "bump", "Menu", "--minor") { try await makeGroup($0) },
    Case("a low version of a group", "release", "shop=0.9.0") { try await makeGroup($0) },
    Case("a taken version of a group", "release", "shop=1.0.0") { sandbox in
      try await makeGroup(sandbox)
    },
    Case("a version of a group that tags name", "release", "shop=1.1.0") { sandbox in
      try await makeGroup(sandbox)
      try sandbox.git("tag", "Menu-v1.1.0")
      try sandbox.git("tag", "Kitchen-v1.1.1")
    },
    Case("a dependency in a group", "bump", "Table", "1.0.0") { sandbox in
      try sandbox.groupComponents()
      try sandbox.writePackage("Table", dependsOn: "../Menu")
      try sandbox.commitAll()
      try await sandbox.registry("add", "Components/Table")
      try sandbox.edit("Registry/manifest.json") {
        $0.replacing(#""components": ["*"]"#, with: #""components": ["Kitchen", "Menu"]"#)
      }
      try sandbox.commitAll()
    },
    Case("a withdrawn release of a group", "yank", "Menu", "1.0.0", "--reason", "cold") {
      try await makeGroup($0, isChanged: false)
    },
    Case("a plan after a withdrawal in a group", "plan", "--no-api-check") { sandbox in
      try await makeGroup(sandbox, isChanged: false)
      try await sandbox.registry("yank", "Menu", "1.0.0", "--reason", "cold")
    },
    Case("verify after a withdrawal in a group", "verify") { sandbox in
      try await makeGroup(sandbox, isChanged: false)
      try await sandbox.registry("yank", "Menu", "1.0.0", "--reason", "cold")
    },
  ]

  private static let versions: [Case] = [
    Case("a version below the last one", "bump", "Menu", "1.0.0") { sandbox in
      try await release(sandbox, "1.0.1", "1.1.0")
      try sandbox.change("Menu")
    },
    Case("a version with other files", "bump", "Menu", "1.0.1") { sandbox in
      try await release(sandbox, "1.0.0", "1.0.1")
      try sandbox.change("Menu")
    },
    Case("a withdrawn version", "bump", "Menu", "1.1.0") { sandbox in
      try await release(sandbox, "1.0.0", "1.0.1", "1.1.0")
      try await sandbox.registry("yank", "Menu", "1.1.0", "--reason", "cold")
      try sandbox.change("Menu")
    },
    Case("a version before a withdrawn one", "bump", "Menu", "1.0.0") { sandbox in
      try await release(sandbox, "1.0.1", "1.0.2")
      try await sandbox.registry("yank", "Menu", "1.0.2", "--reason", "cold")
      try sandbox.change("Menu")
    },
    Case("a version that a tag names", "bump", "Menu", "1.4.0") { sandbox in
      try await release(sandbox, "1.0.0")
      try sandbox.change("Menu")
      try sandbox.git("tag", "menu-v1.4.0")
      try sandbox.git("tag", "Menu@1.4.1")
    },
    Case("a version of an old line that a tag names", "bump", "Menu", "1.0.1") { sandbox in
      try await release(sandbox, "1.0.0", "2.0.0")
      try sandbox.change("Menu")
      try sandbox.git("tag", "Menu-v1.0.1")
    },
    Case("a version below the baseline", "bump", "Menu", "1.0.0") { sandbox in
      try await sandbox.registry("init", "--baseline", "Menu=1.4.0")
      try sandbox.change("Menu")
    },
  ]

  private static let dependencies: [Case] = [
    Case("a dependency that was never released", "bump", "Kitchen", "1.0.0") { sandbox in
      try dependOnMenu(sandbox)
    },
    Case("a dependency with changes", "bump", "Kitchen", "1.0.0") { sandbox in
      try dependOnMenu(sandbox)
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
    },
    Case("a withdrawn dependency", "yank", "Menu", "1.0.0", "--reason", "cold") { sandbox in
      try dependOnMenu(sandbox)
      try await sandbox.registry("release")
    },
    Case("a withdrawn dependency with an older release", "verify") { sandbox in
      try dependOnMenu(sandbox)
      try await release(sandbox, "1.0.0", "1.1.0")
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      try await sandbox.registry("yank", "Menu", "1.1.0", "--reason", "cold")
    },
    Case("a plan after a withdrawal of what a dependent requires", "plan", "--no-api-check") {
      sandbox in
      try dependOnMenu(sandbox)
      try await release(sandbox, "1.0.0", "1.1.0")
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      try await sandbox.registry("yank", "Menu", "1.1.0", "--reason", "cold")
    },
    Case("files of a withdrawn release", "plan", "--no-api-check") { sandbox in
      try await release(sandbox, "1.0.0", "100.0.0")
      try await sandbox.registry("yank", "Menu", "100.0.0", "--reason", "mistyped")
    },
    Case("an incompatible change", "release", "Menu=1.0.1", "--verify", "none") { sandbox in
      try sandbox.write(
        "public let name = 1\npublic func salt() {}\n",
        to: "Components/Menu/Sources/Menu/Menu.swift"
      )
      try sandbox.commitAll()
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.write("public let name = 1\n", to: "Components/Menu/Sources/Menu/Menu.swift")
      try sandbox.commitAll()
    },
    Case("an incompatible change in a group", "bump", "Menu", "1.0.1", "--verify", "none") {
      sandbox in
      try await makeGroup(sandbox)
    },
  ]

  /// Kitchen, which depends on Menu, in a fixed group with it, at 1.0.0.
  private static func makeGroup(_ sandbox: Sandbox, isChanged: Bool = true) async throws {
    try sandbox.groupComponents()
    try dependOnMenu(sandbox)
    try await sandbox.registry("release", "shop=1.0.0")
    if isChanged { try sandbox.change("Menu") }
  }

  private static func dependOnMenu(_ sandbox: Sandbox) throws {
    try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
    try sandbox.commitAll("Depend on the menu")
  }

  private static func release(_ sandbox: Sandbox, _ versions: String...) async throws {
    for version in versions {
      try sandbox.change("Menu")
      let run = try await sandbox.registry("bump", "Menu", version)
      #expect(run.status == 0, "\(run.error)")
    }
  }

  @Test(arguments: groups + versions + dependencies)
  func `advice that is typed as it is printed works`(_ example: Case) async throws {
    try await Sandbox.with { sandbox in
      try await example.prepare(sandbox)
      let run = try await sandbox.registry(example.command, environment: Sandbox.toolchain)
      let commands = Self.commands(advisedBy: run.output + run.error, on: example.command)
      #expect(!commands.isEmpty, "\(run.output)\(run.error)")
      for command in commands {
        let followed = try await sandbox.registry(
          command + Self.shortcuts(for: command),
          environment: Sandbox.toolchain
        )
        #expect(followed.status == 0, "\(command): \(followed.output)\(followed.error)")
      }
      let verify = try await sandbox.registry("verify")
      #expect(verify.status == 0, "\(verify.output)")
    }
  }

  /// The options without which a release builds and compares, which takes long: for advice on a version
  /// neither is needed, unless the version follows from the comparison, or is about it.
  private static func shortcuts(for command: [String]) -> [String] {
    guard ["bump", "release"].contains(command.first) else { return [] }
    let isCompared =
      command.contains("--accept-breaking") || command.contains("--verify")
      || command.first == "bump" && !command.contains { $0.contains(/[0-9]\.[0-9]/) }
    return (command.contains("--verify") ? [] : ["--verify", "none"])
      + (isCompared ? [] : ["--no-api-check"])
  }

  /// The commands that the help lines and notes of a text name, and the command itself with the
  /// version or the option that they advise.
  private static func commands(advisedBy text: String, on command: [String]) -> [[String]] {
    var commands: [[String]] = []
    for line in text.split(separator: "\n") where line.contains("help:") || line.contains("note:") {
      for match in line.matches(of: /'registry ([^']*(?:'[^']*'[^']*)*?)'(?=$|[ ;,)])/) {
        commands.append(words(match.1))
      }
      for match in line.matches(of: /(?:try|release) '([^' ]*)'/) {
        commands.append(
          command.map { $0.contains(/[0-9]\.[0-9]/) ? replacing($0, by: match.1) : $0 }
        )
      }
      for match in line.matches(of: /'(--accept-breaking) ([^']*)REASON'/) {
        commands.append(command + [String(match.1), "\(match.2)no client calls it"])
      }
    }
    // One of several is enough, and makes the others unnecessary.
    return commands.count > 1 && !text.contains("'registry plan'") ? [commands[0]] : commands
  }

  /// `1.0.1`, or `shop=1.0.1` as a whole.
  private static func replacing(_ argument: String, by advised: Substring) -> String {
    guard !advised.contains("="), let name = argument.split(separator: "=").first,
      argument.contains("=")
    else { return String(advised) }
    return "\(name)=\(advised)"
  }

  /// The words of a command, of which some are quoted.
  private static func words(_ text: Substring) -> [String] {
    text.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
      index,
      part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }
}

extension Sandbox {
  fileprivate func edit(_ file: String, _ change: (String) -> String) throws {
    try write(change(read(file)), to: file)
  }
}
