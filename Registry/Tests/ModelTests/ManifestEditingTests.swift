import Base
import Git
import Model
import Versions
import SeededNumbers
import Testing

@Suite struct ManifestEditingTests {
  private let chefs: ComponentName
  private let kitchen: ComponentName
  private let cookr: AppName

  init() throws {
    chefs = try ComponentName("ChefSourcing")
    kitchen = try ComponentName("Kitchen")
    cookr = try AppName("cookr")
  }

  /// The lines that one text has and the other has not, with the sign of `diff`.
  private func difference(_ old: String, _ new: String) -> [String] {
    let old = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let new = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return new.difference(from: old).map { change in
      switch change {
      case .insert(_, let line, _): "+\(line)"
      case .remove(_, let line, _): "-\(line)"
      }
    }
  }

  @Test func `a manifest is written as it was read`() throws {
    let read = try document(manifestText)
    #expect(read.text == manifestText)
    #expect(try ManifestDocument(read.manifest, file: "manifest.json").text == manifestText)
  }

  @Test func `that no licence is needed is written where it was read`() throws {
    let entry = #""layer": "feature","#
    var manifest = try document(
      manifestText.replacing(entry, with: entry + #""license": "none","#, maxReplacements: 1)
    ).manifest
    #expect(!manifest.needsLicence(chefs))
    #expect(manifest.needsLicence(try ComponentName("Payments")))
    manifest.needsLicences = false
    let written = try ManifestDocument(manifest, file: "manifest.json").text
    #expect(
      difference(manifestText, written) == [
        #"+      "license": "none","#, #"+  "license": "none","#,
      ]
    )
    #expect(try document(written).manifest == manifest)
  }

  @Test func `a new version changes its line alone`() throws {
    let edited = try document(manifestText).setting(versions: [chefs: SemanticVersion("2.5.0")])
    #expect(
      difference(manifestText, edited.text) == [
        #"-      "version": "2.4.1""#, #"+      "version": "2.5.0""#,
      ]
    )
    #expect(edited.manifest.components[chefs]?.version == (try SemanticVersion("2.5.0")))
  }

  @Test func `a first version adds a line`() throws {
    let edited = try document(manifestText)
      .setting(versions: [ComponentName("Payments"): SemanticVersion("1.0.0")])
    #expect(
      difference(manifestText, edited.text) == [
        "-      }", "+      },", #"+      "version": "1.0.0""#,
      ]
    )
  }

  @Test func `a baseline is a line of its component, which its first version takes away`() throws {
    let payments = try ComponentName("Payments")
    let baseline = Baseline(
      version: try SemanticVersion("1.4.0"),
      source: try ObjectID(hex: Digits.source)
    )
    let set = try document(manifestText)
      .setting(baselines: [payments: baseline])
    let line =
      #"      "baseline": { "source": "\#(Digits.source)", "version": "1.4.0" },"#
    #expect(difference(manifestText, set.text) == ["+\(line)"])
    #expect(set.manifest.components[payments]?.baseline == baseline)
    let released = try set.setting(versions: [
      payments: SemanticVersion("1.5.0"), chefs: SemanticVersion("2.5.0"),
    ])
    #expect(released.manifest.components[payments]?.baseline == nil)
    #expect(!released.text.contains("baseline"))
    #expect(released.manifest.components[chefs]?.version == (try SemanticVersion("2.5.0")))
  }

  @Test func `a new component stands where its name wants it`() throws {
    let edited = try document(manifestText).setting(
      Component(path: TreePath("Components/Kitchen"), layer: LayerName("core")),
      named: kitchen
    )
    #expect(
      difference(manifestText, edited.text) == [
        #"+    "Kitchen": {"#, #"+      "layer": "core","#,
        #"+      "path": "Components/Kitchen""#, "+    },",
      ]
    )
    #expect(try ManifestDocument(edited.manifest, file: "manifest.json").text == edited.text)
  }

  @Test func `pins are set, changed and taken away, a line each`() throws {
    let original = try document(manifestText)
    let minor = Pin.requirement(try VersionRequirement(parsing: "up to the next minor from 2.4.0"))
    let changed = try original.setting(pin: minor, of: chefs, in: cookr)
    #expect(
      difference(manifestText, changed.text) == [
        #"-        "ChefSourcing": "2.4.1","#,
        #"+        "ChefSourcing": { "upToNextMinorFrom": "2.4.0" },"#,
      ]
    )
    let removed = try original.setting(pin: nil, of: chefs, in: cookr)
    #expect(difference(manifestText, removed.text) == [#"-        "ChefSourcing": "2.4.1","#])
    let exact = Pin.requirement(try VersionRequirement(parsing: "2.4.1"))
    #expect(try removed.setting(pin: exact, of: chefs, in: cookr).text == manifestText)
  }

  @Test func `the last pin and the first have their way too`() throws {
    var edited = try document(manifestText)
    for name in ["Payments", "FlowKit", "ChefSourcing"] {
      edited = try edited.setting(pin: nil, of: ComponentName(name), in: cookr)
    }
    #expect(edited.text.contains(#""pins": {},"#))
    let pinned = try edited.setting(pin: .workingTree, of: chefs, in: cookr)
    #expect(
      difference(edited.text, pinned.text) == [
        #"-      "pins": {},"#, #"+      "pins": {"#,
        #"+        "ChefSourcing": "working-tree""#, "+      },",
      ]
    )
  }

  @Test func `a layout made by hand is kept, line ends included`() throws {
    let text =
      "{ \"scope\": \"s\",\r\n\t\"components\": {\"A\": {\"path\":\"a\"},\r\n\t\t\"C\": {\"path\": \"c\"}},"
      + "\r\n \"schema\": 1 }"
    let edited = try document(text)
      .setting(versions: [ComponentName("A"): SemanticVersion("1.0.0")])
      .setting(Component(path: TreePath("b")), named: ComponentName("B"))
    #expect(
      edited.text
        == "{ \"scope\": \"s\",\r\n\t\"components\": {\"A\": {\"path\":\"a\", \"version\": \"1.0.0\"},"
        + "\r\n\t\t\"B\": {\r\n\t\t  \"path\": \"b\"\r\n\t\t},\r\n\t\t\"C\": {\"path\": \"c\"}},"
        + "\r\n \"schema\": 1 }"
    )
  }

  @Test func `a change into nonsense is refused`() throws {
    let original = try document(manifestText)
    #expect(
      refusal { _ = try original.setting(pin: .workingTree, of: kitchen, in: cookr) }
        == "manifest.json:8: apps.cookr.pins.Kitchen: unknown component 'Kitchen'\n"
        + "help: known: ChefSourcing, FlowKit, Payments"
    )
    #expect(
      refusal { _ = try original.setting(versions: [kitchen: SemanticVersion("1.0.0")]) }
        == "unknown component 'Kitchen'\nhelp: known: ChefSourcing, FlowKit, Payments"
    )
  }

  @Test func `edits of any kind in any order come to the canonical layout`() throws {
    var generator = SplitMix(seed: 9)
    let names = try ["A", "ChefSourcing", "FlowKit", "Payments", "b", "zz"].map {
      try ComponentName($0)
    }
    let apps = try ["App", "cookr", "kiosk"].map { try AppName($0) }
    let requirements = try ["1.0.0", "from 1.0.0", "1.0.0..<1.5.0", "1.0.0...1.5.0"].map {
      Pin.requirement(try VersionRequirement(parsing: $0))
    }
    var edited = try document(manifestText)
    var applied = 0
    for step in 0..<400 {
      let name = try #require(names.randomElement(using: &generator))
      let app = try #require(apps.randomElement(using: &generator))
      let next: ManifestDocument? =
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: try? edited.setting(versions: [name: SemanticVersion("1.0.\(step)")])
        case 1: try? edited.setting(Component(path: TreePath("C/\(name)")), named: name)
        case 2: try? edited.setting(App(path: .root, product: "p"), named: app)
        case 3:
          try? edited.setting(
            pin: requirements.randomElement(using: &generator),
            of: name,
            in: app
          )
        default: try? edited.setting(pin: nil, of: name, in: app)
        }
      guard let next else { continue }
      applied += 1
      edited = next
      #expect(try ManifestDocument(edited.manifest, file: "manifest.json").text == edited.text)
    }
    #expect(applied > 200)
  }
}
