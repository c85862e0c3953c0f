import Base
import Testing
import Versions
@testable import Model

@Suite struct LayerRuleTests {
  private let menu: ComponentName
  private let kitchen: ComponentName
  private let flowKit: ComponentName

  init() throws {
    menu = try ComponentName("Menu")
    kitchen = try ComponentName("Kitchen")
    flowKit = try ComponentName("FlowKit")
  }

  private func text(exceptions: String) -> String {
    """
    {
      "components": {
        "FlowKit": { "layer": "core", "path": "FlowKit" },
        "Free": { "path": "Free" },
        "Kitchen": { "layer": "feature", "path": "Kitchen" },
        "Menu": { "layer": "feature", "path": "Menu" }
      },
      "exceptions": \(exceptions),
      "layers": { "core": { "mayUse": [] }, "feature": { "mayUse": ["core"] } },
      "schema": 1,
      "scope": "s"
    }

    """
  }

  private func rules(_ exceptions: String = "{}", at now: String) throws -> LayerRules {
    LayerRules(try document(text(exceptions: exceptions)).manifest, at: try RecordDate(now))
  }

  @Test func `a dependency goes to a layer that is named, and to none else`() throws {
    let rules = try rules(at: "2026-11-21T09:00:00Z")
    #expect(rules.verdict(of: menu, on: flowKit) == .allowed)
    let upwards = try #require(rules.violation(of: flowKit, on: menu))
    #expect(rules.verdict(of: flowKit, on: menu) == .forbidden(upwards, ended: nil))
    #expect(upwards.layer.text == "core" && upwards.other.text == "feature")
    #expect(!upwards.isSideways)
    let sideways = try #require(rules.violation(of: menu, on: kitchen))
    #expect(sideways.isSideways)
    #expect(rules.verdict(of: menu, on: kitchen) == .forbidden(sideways, ended: nil))
  }

  @Test func `no rule holds for a component without a layer`() throws {
    let rules = try rules(at: "2026-11-21T09:00:00Z")
    let free = try ComponentName("Free")
    #expect(rules.verdict(of: free, on: menu) == .allowed)
    #expect(rules.verdict(of: flowKit, on: free) == .allowed)
  }

  @Test func `an exception holds to the end of its last day`() throws {
    let exceptions =
      #"{ "Menu": { "Kitchen": { "reason": "until the move", "until": "2026-11-30" } } }"#
    let last = try rules(exceptions, at: "2026-11-30T23:59:59Z")
    #expect(last.verdict(of: menu, on: kitchen) == .excepted)
    let after = try rules(exceptions, at: "2026-12-01T00:00:00Z")
    guard case .forbidden(_, let ended?) = after.verdict(of: menu, on: kitchen) else {
      Issue.record("the exception has not ended")
      return
    }
    #expect(ended.until == "2026-11-30")
    #expect(after.verdict(of: kitchen, on: menu) != .excepted)
  }

  @Test func `exceptions are written a line each, and read back`() throws {
    var manifest = try document(text(exceptions: "{}")).manifest
    let end = try RecordDate("2027-01-31T23:59:59Z")
    manifest.exceptions = [
      menu: [
        kitchen: LayerException(reason: "until the move", end: end),
        flowKit: LayerException(reason: "historic", end: nil),
      ]
    ]
    let written = try ManifestDocument(manifest, file: "manifest.json")
    #expect(
      written.text.contains(
        """
          "exceptions": {
            "Menu": {
              "FlowKit": { "reason": "historic" },
              "Kitchen": { "reason": "until the move", "until": "2027-01-31" }
            }
          },

        """
      )
    )
    #expect(written.manifest == manifest)
    #expect(written.line(ofException: kitchen, of: menu) == 22)
    #expect(written.line(of: flowKit) == 3)
  }

  @Test(arguments: [
    (
      #"{ "Menu": { "Kitchen": {} } }"#,
      "manifest.json:8: exceptions.Menu.Kitchen: missing key 'reason'"
    ),
    (
      #"{ "Menu": { "Kitchen": { "reason": " " } } }"#,
      "manifest.json:8: exceptions.Menu.Kitchen.reason: empty reason, expected why it is accepted"
    ),
    (
      #"{ "Menu": { "Kitchen": { "reason": "x", "until": "2026-02-30" } } }"#,
      "manifest.json:8: exceptions.Menu.Kitchen.until: invalid date '2026-02-30', expected a day as '2027-01-31'"
    ),
    (
      #"{ "Menu": { "Kichen": { "reason": "x" } } }"#,
      "manifest.json:8: exceptions.Menu.Kichen: unknown component 'Kichen'\nhelp: did you mean 'Kitchen'?"
    ),
    (
      #"{ "Menü": { "Kitchen": { "reason": "x" } } }"#,
      "manifest.json:8: exceptions[\"Menü\"]: invalid component name 'Menü', expected only letters, digits and '-' or '_'\nhelp: use letters and digits, with single '-' or '_' between them"
    ),
  ])
  func `an exception that says too little is refused`(exceptions: String, message: String) {
    #expect(refusal { _ = try document(text(exceptions: exceptions)) } == message)
  }
}
