import Git
import Model
import Releases
import Reports
import Versions
import ScratchMonorepos
import ScratchRepositories
import Testing

@Suite(.scratchRepository)
struct OutdatedTests {
  private var scratch: Scratch { .current }

  private func outdated() throws -> [String] {
    try Outdated().run(in: scratch.workspace()).flatMap(\.components).map { release in
      let holders = release.holders.map { holder in
        switch holder {
        case .pin(let pin): "the pin \(pin)"
        case .release(let name, let version, let requirement): "\(name) \(version), \(requirement)"
        case .pins(let names): "the pins of \(names.map(\.text))"
        }
      }
      return "\(release.name) \(release.current), fits \(release.fitting), newest"
        + " \(release.newest), held by \(holders.joined(separator: "; "))"
    }
  }

  /// Menu at 1.0.0, 1.1.0 and 2.0.0; Kitchen 1.0.0 requires Menu from 1.0.0, Kitchen 2.0.0 from 2.0.0.
  private func prepare() throws {
    try scratch.makeApp()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
  }

  private func next() throws {
    try scratch.change("Menu")
    try scratch.bump("Menu", "2.0.0")
    try scratch.change("Kitchen")
    try scratch.bump("Kitchen", "2.0.0")
  }

  @Test func `outdated omits a component that is built from its newest release`() throws {
    try prepare()
    try scratch.pin("Menu", "1.1.0")
    let moves = try Outdated().run(in: scratch.workspace())
    #expect(moves.map(\.components) == [[]])
    #expect(moves.map(\.count) == [1])
  }

  @Test func `a pin holds its component`() throws {
    try prepare()
    try scratch.pin("Menu", "1.0.0")
    try next()
    #expect(
      try outdated() == ["Menu 1.0.0, fits 1.0.0, newest 2.0.0, held by the pin 1.0.0"]
    )
  }

  @Test func `a release's requirement holds what it requires, and what fits is told`() throws {
    try scratch.makeApp()
    try scratch.pin("Kitchen", "1.0.0")
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    try next()
    #expect(
      try outdated() == [
        "Kitchen 1.0.0, fits 1.0.0, newest 2.0.0, held by the pin 1.0.0",
        "Menu 1.0.0, fits 1.1.0, newest 2.0.0, held by Kitchen 1.0.0, from 1.0.0",
      ]
    )
  }

  @Test func `outdated names the pins of others that hold a newer release back`() throws {
    try prepare()
    try scratch.pin("Menu", .requirement(.from(SemanticVersion(1, 0, 0))))
    try scratch.pin(
      "Kitchen",
      .requirement(.range(from: SemanticVersion(1, 0, 0), to: SemanticVersion(3, 0, 0)))
    )
    try next()
    #expect(
      try outdated() == [
        "Kitchen 1.0.0, fits 1.0.0, newest 2.0.0, held by the pins of [\"Menu\"]",
        "Menu 1.1.0, fits 1.1.0, newest 2.0.0, held by the pin from 1.0.0; Kitchen 1.0.0, from 1.0.0",
      ]
    )
  }

  @Test func `a withdrawn release is not the newest`() throws {
    try prepare()
    try scratch.pin("Menu", "1.0.0")
    _ = try YankRelease(
      component: "Menu",
      version: SemanticVersion(1, 1, 0),
      reason: "cold",
      context: .test()
    ).run(in: scratch.workspace())
    #expect(try outdated() == [])
  }

  @Test func `why names pins, requirers and the way to them`() throws {
    try scratch.makeChain()
    try scratch.write("// the app\n", to: "App/Package.swift")
    try scratch.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Other", targets: [.target(name: "Other")])
      """,
      to: "Other/Package.swift"
    )
    try scratch.write(
      try scratch.read("Registry/manifest.json").replacing(
        #""schema""#,
        with: """
          "apps": {
            "app": { "path": "App", "pins": {} },
            "other": { "path": "Other", "pins": {} }
          }, "schema"
          """
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
    try scratch.pin("Table", .requirement(.exact(SemanticVersion(1, 0, 0))), app: "app")
    let all = try Why("Menu").run(in: scratch.workspace())
    #expect(all.map { $0.isUsed } == [true, false])
    let why = try #require(all.first)
    #expect(why.pin == nil)
    #expect(why.release == SemanticVersion(1, 0, 0))
    #expect(
      why.requirers.map { "\($0.name) \($0.version), \($0.requirement)" }
        == ["Kitchen 1.0.0, from 1.0.0"]
    )
    #expect(
      why.requirers.first?.chain.map { "\($0.name) \($0.version), \($0.requirement)" }
        == ["Table 1.0.0, 1.0.0", "Kitchen 1.0.0, from 1.0.0"]
    )
    #expect(code { _ = try Why("Mneu").run(in: scratch.workspace()) } == "unknown-component")
  }
}
