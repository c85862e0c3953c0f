import Base
import Git
import Model
import Releases
import SemverRules
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct ReleasePlanTests {
  var scratch: Scratch { .current }

  @Test func `a plan of unchanged components is empty`() throws {
    try scratch.makeChain()
    let plan = try scratch.plan()
    #expect(plan.words == [])
    #expect(plan.held == [])
    #expect(!plan.hasChanges)
  }

  @Test func `first releases come in the order of dependencies`() throws {
    try scratch.makeChain(isReleased: false)
    let plan = try scratch.plan()
    #expect(plan.words == ["Menu 1.0.0", "Kitchen 1.0.0", "Table 1.0.0"])
    #expect(plan.releases.allSatisfy { $0.reasons == [.first(isWithdrawn: false)] })
  }

  @Test(arguments: [
    // Menu and Oven have swapped their folders, or Kitchen has moved beside another Menu.
    ["Kitchen": "Components/Kitchen", "Menu": "Components/Oven", "Oven": "Components/Menu"],
    ["Kitchen": "Others/Kitchen", "Menu": "Components/Menu", "Oven": "Others/Menu"],
  ])
  func `dependencies are what is at their paths now`(components: [String: String]) throws {
    try scratch.makeMonorepo(["Kitchen", "Menu", "Oven"])
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.commitAll()
    for name in ["Menu", "Oven", "Kitchen"] { try scratch.bump(name, "1.0.0") }
    try scratch.git("rm", "-rq", "Components")
    for path in components.values {
      let package = path.split(separator: "/").last.map(String.init) ?? ""
      let dependencies = package == "Kitchen" ? ["../Menu"] : []
      try scratch.write(
        MonorepoFiles.package(package, dependsOn: dependencies),
        to: "\(path)/Package.swift"
      )
      try scratch.write("public let moved = true\n", to: "\(path)/Sources/\(package)/Moved.swift")
    }
    try scratch.write(MonorepoFiles.manifest(components), to: "Registry/manifest.json")
    try scratch.commitAll("fix: move")
    let plan = try scratch.plan()
    #expect(plan.held == [])
    #expect(
      plan.words == ["Oven 1.0.0 → 1.0.1", "Kitchen 1.0.0 → 1.0.1", "Menu 1.0.0 → 1.0.1"]
    )
  }

  @Test(
    arguments: [
      ("1.2.3", "fix: burnt soup", "1.2.4"),
      ("1.2.3", "Stir", "1.2.4"),
      ("1.2.3", "feat: soup", "1.3.0"),
      ("1.2.3", "feat(soup): more", "1.3.0"),
      ("1.2.3", "fix!: no salt", "2.0.0"),
      ("1.2.3", "refactor(stove)!: gas", "2.0.0"),
      ("1.2.3", "fix: salt\n\nBREAKING CHANGE: no pepper", "2.0.0"),
      ("1.2.3", "fix: salt\n\nBREAKING-CHANGE: no pepper\nReviewed-by: Ada", "2.0.0"),
      ("1.2.3", "fix: salt\n\nReviewed-by: Ada\nBREAKING CHANGE:\n  no pepper", "2.0.0"),
      ("1.2.3", "fix: salt\n\nBREAKING CHANGE: no pepper\n\nMore.", "2.0.0"),
      // Also without an empty line before it.
      ("1.2.3", "fix: salt\n\nIt is sweet.\nBREAKING CHANGE: no pepper", "2.0.0"),
      ("1.2.3", "fix: salt\n\nIt is sweet.\nBREAKING CHANGE:\n\nNo pepper.", "2.0.0"),
      ("1.2.3", "fix: salt\n\n(cherry picked from commit 1234567)\nBREAKING-CHANGE: it", "2.0.0"),
      // What only quotes the token.
      ("1.2.3", "fix: salt\n\n```\nBREAKING CHANGE: what breaks\n```\n\nMore.", "1.2.4"),
      ("1.2.3", "fix: salt\n\n~~~ text\n\nBREAKING CHANGE: what\n\n~~~", "1.2.4"),
      ("1.2.3", "fix: salt\n\n    BREAKING CHANGE: what\n> BREAKING CHANGE: what", "1.2.4"),
      ("1.2.3", "fix: salt\n\nA footer such as BREAKING CHANGE: what breaks", "1.2.4"),
      ("1.2.3", "fix: salt\n\nIt was\n\nfeat!: pepper", "1.2.4"),
      // The subjects of the commits that a forge made one of.
      ("1.2.3", "fix: oven (#8)\n\n* feat!: drop it", "2.0.0"),
      ("1.2.3", "fix: oven (#8)\n\n* fix: door\n\n* feat: timer", "1.3.0"),
      ("1.2.3", "fix: oven (#8)\n\n* feat: timer\n* Revert \"feat: timer\"", "1.2.4"),
      ("1.2.3", "fix: oven (#8)\n\n```\n* feat!: drop it\n```", "1.2.4"),
      ("0.2.3", "fix: burnt soup", "0.2.4"),
      ("0.2.3", "feat: soup", "0.2.4"),
      ("0.2.3", "feat!: no salt", "0.3.0"),
      ("1.0.0-beta.1", "feat: soup", "1.0.0-beta.2"),
      ("1.0.0-rc", "fix: soup", "1.0.0-rc.0"),
    ]
  )
  func `commits say which version is next`(from: String, message: String, to: String) throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", from)
    try scratch.change("Menu", message)
    #expect(try scratch.plan().words == ["Menu \(from) → \(to)"])
  }

  @Test(
    arguments: [
      ("fix: soup", InterfaceLevel.unchanged, "1.0.1"),
      ("fix: soup", .additive, "1.1.0"),
      ("fix: soup", .breaking, "2.0.0"),
      ("feat: soup", .unchanged, "1.1.0"),
      ("fix!: soup", .additive, "2.0.0"),
    ]
  )
  func `a plan takes the greater increment of commits and interface`(
    message: String,
    level: InterfaceLevel,
    version: String
  ) throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu", message)
    let plan = try scratch.plan(comparing: FakeInterfaces(levels: ["Menu": level]))
    #expect(plan.comparesInterfaces)
    #expect(plan.words == ["Menu 1.0.0 → \(version)"])
    #expect(plan.releases[0].reasons.count == 2)
  }

  @Test func `a pre-release that announces too little is followed by one that does not`() throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu", "feat: soup")
    try scratch.bump("Menu", "1.1.0-beta.1")
    try scratch.change("Menu", "fix: salt")
    #expect(try scratch.plan().words == ["Menu 1.1.0-beta.1 → 1.1.0-beta.2"])
    try scratch.change("Menu", "fix!: no salt")
    #expect(try scratch.plan().words == ["Menu 1.1.0-beta.1 → 2.0.0-beta.0"])
  }

  @Test(
    arguments: [
      (nil, "2.0.0", TakenDependency.Exposure.unknown),
      (["Menu"], "2.0.0", .exposed),
      (["Swift"], "1.0.1", .hidden),
    ] as [(Set<String>?, String, TakenDependency.Exposure)]
  )
  func `a dependent that does not admit the new release is raised by its part in the interface`(
    exposed: Set<String>?,
    version: String,
    exposure: TakenDependency.Exposure
  ) throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.0")
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.change("Menu", "fix!: no salt")
    let comparing = exposed.map {
      FakeInterfaces(levels: ["Menu": .breaking], exposed: ["Kitchen": $0])
    }
    let plan = try scratch.plan(comparing: comparing)
    #expect(plan.words == ["Menu 1.0.0 → 2.0.0", "Kitchen 1.0.0 → \(version)"])
    let taken = plan.releases[1].reasons.compactMap { reason in
      if case .dependency(let taken) = reason { taken } else { nil }
    }
    #expect(taken.map(\.name.text) == ["Menu"])
    #expect(taken.map(\.version) == [SemanticVersion(2, 0, 0)])
    #expect(taken.map(\.recorded) == [.from(SemanticVersion(1, 0, 0))])
    #expect(taken.map(\.exposure) == [exposure])
  }

  @Test func `raising goes on through all that depends on it, and no further than it must`() throws
  {
    try scratch.makeChain()
    try scratch.change("Menu", "feat!: no salt")
    #expect(
      try scratch.plan().words
        == ["Menu 1.0.0 → 2.0.0", "Kitchen 1.0.0 → 2.0.0", "Table 1.0.0 → 2.0.0"]
    )
    let hidden = FakeInterfaces(levels: ["Menu": .breaking])
    #expect(
      try scratch.plan(comparing: hidden).words == ["Menu 1.0.0 → 2.0.0", "Kitchen 1.0.0 → 1.0.1"]
    )
  }

  @Test func `a release that was made without its dependents still asks for theirs`() throws {
    try scratch.makeChain()
    try scratch.change("Menu", "feat!: no salt")
    try scratch.bump("Menu", "2.0.0")
    #expect(try scratch.plan().words == ["Kitchen 1.0.0 → 2.0.0", "Table 1.0.0 → 2.0.0"])
  }

  @Test func `a name brings what it needs and what its release makes necessary`() throws {
    try scratch.makeChain()
    try scratch.writePackage("Soup")
    try scratch.writeManifest(["Kitchen", "Menu", "Soup", "Table"])
    try scratch.commitAll()
    for name in ["Menu", "Kitchen", "Table"] { try scratch.change(name, "fix: salt") }
    // The manifest that was just written has no versions, and needs none.
    #expect(try scratch.plan("Menu").words == ["Menu 1.0.0 → 1.0.1"])
    #expect(try scratch.plan("Kitchen").words == ["Menu 1.0.0 → 1.0.1", "Kitchen 1.0.0 → 1.0.1"])
    #expect(
      try scratch.plan("Menu=2.0.0").words
        == ["Menu 1.0.0 → 2.0.0", "Kitchen 1.0.0 → 2.0.0", "Table 1.0.0 → 2.0.0"]
    )
    #expect(
      try scratch.plan("Menu=1.5.0", all: true).words
        == ["Menu 1.0.0 → 1.5.0", "Kitchen 1.0.0 → 1.0.1", "Soup 1.0.0", "Table 1.0.0 → 1.0.1"]
    )
  }

  @Test func `since a revision, only what changed after it is looked at`() throws {
    try scratch.makeMonorepo(["Kitchen", "Menu"])
    try scratch.bump("Menu", "1.0.0")
    try scratch.bump("Kitchen", "1.0.0")
    try scratch.change("Menu")
    try scratch.git("tag", "then")
    try scratch.change("Kitchen")
    #expect(try scratch.plan(since: "then").words == ["Kitchen 1.0.0 → 1.0.1"])
    #expect(try scratch.plan(since: "HEAD").words == [])
  }

  @Test func `a circle is named, and holds back nothing else`() throws {
    try scratch.makeChain(isReleased: false)
    try scratch.writePackage("Menu", dependsOn: ["../Table"])
    try scratch.writePackage("Soup")
    try scratch.writeManifest(["Kitchen", "Menu", "Soup", "Table"])
    try scratch.commitAll()
    let plan = try scratch.plan()
    #expect(plan.words == ["Soup 1.0.0"])
    #expect(plan.held.map(\.name.text) == ["Kitchen", "Menu", "Table"])
    #expect(
      Set(plan.held.map(\.refusal)) == [
        OperationError(
          .dependencyCycle,
          "components form a dependency cycle: 'Kitchen' → 'Menu' → 'Table' → 'Kitchen'",
          help: "remove one of these dependencies, for example by moving shared code to a new"
            + " component"
        )
      ]
    )
  }

  @Test(
    arguments: [
      ("Mneu", "unknown-component"),
      ("Menu=1", "invalid-version"),
      ("Menu=1.0.1", "version-too-low"),
    ]
  )
  func `a selection that makes no sense is refused`(_ selection: String, _ reason: String) throws {
    try scratch.makeChain()
    try scratch.change("Menu", "feat: soup")
    let comparing = FakeInterfaces(levels: ["Menu": .additive])
    #expect(code { _ = try scratch.plan(selection, comparing: comparing) } == reason)
  }
}
