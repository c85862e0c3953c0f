import Versions
import Testing

@Suite struct RefusalTests {
  @Test func `a conflict is told by pins and releases, with the nearest pins that resolve`() throws
  {
    let request = try Registry.request(
      pins: ["ChefSourcing": "2.4.1", "Payments": "2.2.0"],
      """
      FlowKit 1.2.0
      FlowKit 2.0.0
      Payments 2.0.0 FlowKit from 1.0.0
      Payments 2.1.0 FlowKit from 1.2.0
      Payments 2.2.0 FlowKit from 2.0.0
      ChefSourcing 2.4.0 FlowKit from 1.0.0
      ChefSourcing 2.4.1 FlowKit from 1.2.0
      """
    )
    #expect(
      request.refusal() == """
        no releases fit the pins 'ChefSourcing 2.4.1' and 'Payments 2.2.0' together
        1. Payments is pinned at 2.2.0, which requires FlowKit from 2.0.0
        2. ChefSourcing is pinned at 2.4.1, which requires FlowKit from 1.2.0
        3. so no release of FlowKit is left
        help: pin Payments 2.1.0, or bump ChefSourcing with FlowKit from 2.0.0 and pin that
        """
    )
  }

  @Test(arguments: [
    ("9.0.0", "'FlowKit 9.0.0'", "at 9.0.0, where the releases are 1.0.0 to 2.0.0"),
    ("from 3.0.0", "'FlowKit from 3.0.0'", "from 3.0.0, where only withdrawn releases fit: 3.0.0"),
    (
      "2.0.1..<3.0.0", "'FlowKit 2.0.1..<3.0.0'",
      "to 2.0.1..<3.0.0, where only pre-releases fit, which no requirement names: 2.1.0-beta"
    ),
  ])
  func `a pin that no release fits is told what there is`(
    pin: String,
    quoted: String,
    reason: String
  ) throws {
    let releases = """
      FlowKit 1.0.0
      FlowKit 2.0.0
      FlowKit 1.1.0
      FlowKit 2.1.0-beta
      FlowKit 3.0.0 yanked
      """
    let refusal = try Registry.request(pins: ["FlowKit": pin], releases).refusal()
    #expect(
      refusal == """
        no releases fit the pin \(quoted)
        1. FlowKit is pinned \(reason)
        help: pin FlowKit 2.0.0
        """
    )
  }

  @Test func `an exact pin on a withdrawn release is refused`() throws {
    let request = try Registry.request(
      pins: ["Payments": "2.1.0"],
      """
      Payments 2.0.0
      Payments 2.1.0 yanked
      """
    )
    #expect(
      request.refusal() == """
        pin 'Payments 2.1.0' names a withdrawn release
        help: pin Payments 2.0.0
        """
    )
  }

  @Test func `releases that all fail for one reason are told of together`() throws {
    var lines = ["FlowKit 1.9.0", "FlowKit 2.0.0", "Menu 1.0.0 FlowKit from 2.0.0"]
    lines += (0..<40).map { "Payments 2.\($0).0 FlowKit 1.\($0 / 10).0..<2.0.0" }
    let request = try Registry.request(
      pins: ["Payments": "from 2.0.0", "Menu": "1.0.0"],
      lines.joined(separator: "\n")
    )
    #expect(
      request.refusal() == """
        no releases fit the pins 'Menu 1.0.0' and 'Payments from 2.0.0' together
        1. Payments is pinned from 2.0.0, and 2.0.0 to 2.39.0 require FlowKit within 1.9.0
        2. Menu is pinned at 1.0.0, which requires FlowKit from 2.0.0
        3. so no release of FlowKit is left
        help: unpin Menu, or unpin Payments, or bump Payments with FlowKit from 2.0.0
        """
    )
  }

  @Test func `a component that was never released is told of`() throws {
    let request = try Registry.request(
      pins: ["Payments": "2.0.0"],
      "Payments 2.0.0 FlowKit from 1.0.0"
    )
    #expect(
      request.refusal() == """
        no releases fit the pin 'Payments 2.0.0'
        1. Payments is pinned at 2.0.0, which requires FlowKit from 1.0.0, which has no releases
        help: unpin Payments
        """
    )
  }

  @Test func `a pre-release that one requirement names and another does not is told of`() throws {
    let request = try Registry.request(
      pins: ["Payments": "2.0.0", "FlowKit": "1.0.0-alpha..<2.0.0"],
      """
      FlowKit 1.1.0-beta
      Payments 2.0.0 FlowKit from 1.0.0
      """
    )
    #expect(
      request.refusal() == """
        no releases fit the pin 'Payments 2.0.0'
        1. Payments is pinned at 2.0.0, which requires FlowKit from 1.0.0
        2. with Payments 2.0.0, the requirement 'FlowKit from 1.0.0' excludes the pre-release FlowKit 1.1.0-beta
        3. so no choice of releases is left
        help: unpin Payments
        """
    )
  }

  @Test func `a pinned pre-release that another requirement excludes can be tried`() throws {
    let request = try Registry.request(
      pins: ["Checkout": "1.0.0", "Cart": "1.1.0-beta.0"],
      """
      Cart 1.0.0
      Cart 1.1.0-beta.0
      Checkout 1.0.0 Cart from 1.0.0
      """
    )
    #expect(
      request.refusal() == """
        no releases fit the pins 'Cart 1.1.0-beta.0' and 'Checkout 1.0.0' together
        1. Checkout is pinned at 1.0.0
        2. Cart is pinned at 1.1.0-beta.0
        3. with Checkout 1.0.0, the requirement 'Cart from 1.0.0' excludes the pre-release Cart \
        1.1.0-beta.0
        4. so no choice of releases is left
        help: pin Cart 1.0.0, or try its files: 'registry pin Cart --working-tree'
        """
    )
  }

  @Test func `a release that requires another of its own component is told of by itself`() throws {
    let request = try Registry.request(
      pins: ["Menu": "from 1.0.0"],
      """
      Menu 1.0.0 Menu 9.0.0
      Menu 1.1.0 Menu 8.0.0
      """
    )
    #expect(
      request.refusal() == """
        no releases fit the pin 'Menu from 1.0.0'
        1. Menu 1.1.0 requires Menu 8.0.0, where the releases are 1.0.0 and 1.1.0
        2. Menu 1.0.0 requires Menu 9.0.0, where the releases are 1.0.0 and 1.1.0
        3. Menu is pinned from 1.0.0
        4. so no choice of releases is left
        help: unpin Menu
        """
    )
  }

  @Test func `a release that could not be taken is not advised`() throws {
    let request = try Registry.request(
      pins: ["Menu": "1.0.0", "Payments": "2.2.0"],
      """
      FlowKit 1.0.0
      FlowKit 2.0.0
      Menu 1.0.0 FlowKit from 1.0.0, Menu 1.0.0
      Payments 2.2.0 FlowKit from 2.0.0
      """
    )
    #expect(request.refusal()?.contains("bump") == false)
  }

  /// The requests without an answer among 2,000 random registries.
  @Test func `the pins that are said to conflict do, and those that are advised resolve`() throws {
    var registry = try RandomRegistry(seed: 7, hasPrereleases: false)
    var advised = 0
    for _ in 0..<2_000 {
      let request = registry.request()
      guard case .failure(let error) = Result(catching: request.resolved) else { continue }
      var conflicting = request
      conflicting.pins = request.pins.filter { error.pins.contains($0.key) }
      #expect(ExhaustiveSolver(conflicting).answers.isEmpty, "\(request) \(error)")
      for way in try #require(error.help).split(separator: ", or ") where !way.hasPrefix("bump ") {
        var mended = request
        try mended.follow(way)
        advised += 1
        #expect(!ExhaustiveSolver(mended).answers.isEmpty, "\(way): \(request) \(error)")
      }
    }
    #expect(advised > 500)
  }
}

extension ResolutionRequest {
  /// Does what the words say: `pin A 1.0.0 and B 2.0.0 and unpin C`.
  fileprivate mutating func follow(_ way: Substring) throws {
    var words = way.split { $0 == " " || $0 == "," }.filter { $0 != "and" && $0 != "pin" }[...]
    var isUnpinning = false
    while let word = words.popFirst() {
      if word == "unpin" {
        isUnpinning = true
      } else if isUnpinning {
        pins[try ComponentName(String(word))] = nil
      } else {
        let next = words.popFirst()
        let version = try #require(next)
        pins[try ComponentName(String(word))] = .exact(try SemanticVersion(String(version)))
      }
    }
  }
}
