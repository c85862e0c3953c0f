import Versions
import Testing

@Suite struct ResolutionTests {
  private static let releases = """
    FlowKit 1.0.0
    FlowKit 1.2.0
    FlowKit 2.0.0
    Payments 2.0.0 FlowKit from 1.0.0
    Payments 2.1.0 FlowKit from 1.2.0
    Payments 2.2.0 FlowKit from 2.0.0
    ChefSourcing 2.4.0 FlowKit from 1.0.0
    ChefSourcing 2.4.1 FlowKit from 1.2.0
    """

  @Test func `each component that is needed is taken at its newest release that fits`() throws {
    let request = try Registry.request(
      pins: ["ChefSourcing": "from 2.0.0", "Payments": "2.1.0"],
      Self.releases
    )
    #expect(
      try request.answer() == ["ChefSourcing": "2.4.1", "Payments": "2.1.0", "FlowKit": "1.2.0"]
    )
  }

  @Test func `resolving without pins chooses no releases`() throws {
    #expect(try Registry.request(pins: [:], Self.releases).answer() == [:])
  }

  @Test func `resolving keeps the releases chosen before as long as they fit`() throws {
    let previous = ["ChefSourcing": "2.4.0", "FlowKit": "1.0.0", "Payments": "2.0.0"]
    let fits = try Registry.request(
      pins: ["ChefSourcing": "from 2.0.0", "Payments": "from 2.0.0"],
      previous: previous,
      Self.releases
    )
    #expect(try fits.answer() == previous)
    let moved = try Registry.request(
      pins: ["ChefSourcing": "from 2.0.0", "Payments": "2.1.0"],
      previous: previous,
      Self.releases
    )
    #expect(
      try moved.answer() == ["ChefSourcing": "2.4.0", "Payments": "2.1.0", "FlowKit": "1.2.0"]
    )
  }

  @Test func `an update moves what it names and leaves the rest`() throws {
    let request = try Registry.request(
      pins: ["ChefSourcing": "from 2.0.0", "Payments": "from 2.0.0"],
      previous: ["ChefSourcing": "2.4.0", "FlowKit": "1.2.0", "Payments": "2.0.0"],
      update: ["Payments"],
      Self.releases
    )
    #expect(
      try request.answer() == ["ChefSourcing": "2.4.0", "Payments": "2.1.0", "FlowKit": "1.2.0"]
    )
  }

  @Test func `an update takes along what its release needs, and only that`() throws {
    let request = try Registry.request(
      pins: ["ChefSourcing": "from 2.0.0", "Menu": "from 1.0.0", "Payments": "from 2.0.0"],
      previous: [
        "ChefSourcing": "2.4.0", "FlowKit": "1.0.0", "Menu": "1.0.0", "Payments": "2.0.0",
      ],
      update: ["Payments"],
      """
      Payments 2.0.0 FlowKit from 1.0.0
      Payments 2.1.0 FlowKit from 1.1.0
      ChefSourcing 2.4.0 FlowKit from 1.0.0
      ChefSourcing 2.4.1 FlowKit from 1.0.0
      Menu 1.0.0
      Menu 1.0.1
      FlowKit 1.0.0
      FlowKit 1.1.0
      """
    )
    #expect(
      try request.answer() == [
        "ChefSourcing": "2.4.0", "FlowKit": "1.1.0", "Menu": "1.0.0", "Payments": "2.1.0",
      ]
    )
  }

  @Test func `a withdrawn release is not chosen anew`() throws {
    let request = try Registry.request(
      pins: ["Payments": "from 2.0.0"],
      """
      Payments 2.0.0
      Payments 2.1.0 yanked
      """
    )
    #expect(try request.answer() == ["Payments": "2.0.0"])
  }

  @Test(arguments: ["from 2.0.0", "2.1.0"])
  func `a withdrawn release stays where it was chosen before`(pin: String) throws {
    let request = try Registry.request(
      pins: ["Payments": pin],
      previous: ["Payments": "2.1.0"],
      """
      Payments 2.0.0
      Payments 2.1.0 yanked
      Payments 2.2.0
      """
    )
    #expect(try request.answer() == ["Payments": "2.1.0"])
  }

  @Test func `an update leaves a withdrawn release for any that fits`() throws {
    let request = try Registry.request(
      pins: ["Payments": "from 2.0.0"],
      previous: ["Payments": "2.1.0"],
      update: ["Payments"],
      """
      Payments 2.0.0
      Payments 2.1.0 yanked
      """
    )
    #expect(try request.answer() == ["Payments": "2.0.0"])
  }

  @Test func `a component of the working tree fits everything and asks for nothing`() throws {
    let request = try Registry.request(
      pins: ["Payments": "2.2.0", "ChefSourcing": "2.4.1"],
      workingTree: ["FlowKit"],
      Self.releases
    )
    #expect(try request.answer() == ["ChefSourcing": "2.4.1", "Payments": "2.2.0"])
  }

  @Test func `an older release is taken where it leads to who admits a pre-release`() throws {
    let request = try Registry.request(
      pins: ["Menu": "from 1.0.0", "Payments": "1.0.0"],
      """
      FlowKit 1.1.0-beta
      Payments 1.0.0 FlowKit from 1.0.0
      Trial 1.0.0 FlowKit 1.0.1-alpha..<2.0.0
      Menu 1.0.0 Trial 1.0.0
      Menu 1.1.0
      """
    )
    #expect(
      try request.answer()
        == ["FlowKit": "1.1.0-beta", "Menu": "1.0.0", "Payments": "1.0.0", "Trial": "1.0.0"]
    )
  }

  @Test func `the order of what is given has no part in the answer`() throws {
    var registry = try RandomRegistry(seed: 6, hasPrereleases: true)
    for _ in 0..<300 {
      let request = registry.request()
      let shuffled = registry.shuffled(request)
      #expect((try? request.answer()) == (try? shuffled.answer()))
      #expect(request.refusal() == shuffled.refusal())
    }
  }
}
