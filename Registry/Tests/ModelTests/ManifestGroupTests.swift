import Base
import Git
import Model
import Versions
import Testing

@Suite struct ManifestGroupTests {
  /// Five components in two folders, with these groups.
  private func text(_ groups: String, of menu: String = "") -> String {
    """
    {
      "components": {
        "Kitchen": {
          "path": "Components/Kitchen"
        },
        "Menu": {
          "path": "Components/Menu"\(menu)
        },
        "google-api": {
          "path": "packages/google/api"
        },
        "google-iam": {
          "path": "packages/google/iam"
        },
        "google-tools": {
          "path": "tools"
        }
      },
      "groups": {
        \(groups)
      },
      "schema": 1,
      "scope": "cookr"
    }

    """
  }

  private func members(_ entries: String) throws -> [String] {
    let text = text(#""g": { "components": [\#(entries)], "kind": "fixed" }"#)
    return try document(text).manifest.components(matching: "g").map(\.text)
  }

  @Test(
    arguments: [
      (#""Menu""#, ["Menu"]),
      (#""google-*""#, ["google-api", "google-iam", "google-tools"]),
      (#""packages/*/*""#, ["google-api", "google-iam"]),
      (#""packages/**""#, ["google-api", "google-iam"]),
      (#""**/api""#, ["google-api"]),
      (#""**/tools", "**/Menu""#, ["Menu", "google-tools"]),
      (#""/*""#, ["google-tools"]),
      (#""/tools", "Menu", "google-t*""#, ["Menu", "google-tools"]),
      (#""Components/?enu""#, ["Menu"]),
      (#""**/*""#, ["Kitchen", "Menu", "google-api", "google-iam", "google-tools"]),
    ]
  )
  func `a group has those that its names and patterns match`(
    _ entries: String,
    _ expected: [String]
  ) throws {
    #expect(try members(entries) == expected)
  }

  @Test func `a group is written as it was read, a line each`() throws {
    let groups = """
      "google": { "components": ["google-*"], "kind": "linked" },
          "shop": { "components": ["Components/*"], "kind": "fixed", "prerelease": "preview" }
      """
    let expected = text(groups).replacing(
      """
          "google": { "components": ["google-*"], "kind": "linked" },
          "shop": { "components": ["Components/*"], "kind": "fixed", "prerelease": "preview" }
      """,
      with: """
            "google": {
              "components": ["google-*"],
              "kind": "linked"
            },
            "shop": {
              "components": ["Components/*"],
              "kind": "fixed",
              "prerelease": "preview"
            }
        """
    )
    let read = try document(text(groups)).manifest
    #expect(try ManifestDocument(read, file: "manifest.json").text == expected)
  }

  @Test(
    arguments: [
      (
        #""g": { "components": [], "kind": "fixed" }"#,
        "groups.g.components: the group has no components\nhelp: list names such as 'Payments', "
          + "or patterns such as 'google-*' and 'packages/*'"
      ),
      (
        #""g": { "kind": "fixed" }"#, "groups.g: missing key 'components'"
      ),
      (
        #""g": { "components": ["Menu"] }"#, "groups.g: missing key 'kind'"
      ),
      (
        #""g": { "components": ["Menu"], "kind": "loose" }"#,
        "groups.g.kind: invalid kind 'loose', expected 'fixed' or 'linked'\nhelp: 'fixed' releases "
          + "all components of the group together, 'linked' those that changed"
      ),
      (
        #""g": { "components": ["Menu"], "kind": "fixed", "label": "x" }"#,
        "groups.g.label: unknown key 'label'\nhelp: known here: components, kind, prerelease"
      ),
      (
        #""g": { "components": ["Menu"], "kind": "fixed", "prerelease": "" }"#,
        "groups.g.prerelease: empty pre-release, expected a word or a number"
      ),
      (
        #""g": { "components": ["Menus"], "kind": "fixed" }"#,
        "groups.g.components[0]: unknown component 'Menus'\nhelp: did you mean 'Menu'?"
      ),
      (
        #""g": { "components": ["apple-*"], "kind": "fixed" }"#,
        "groups.g.components[0]: no component matches 'apple-*'\nhelp: a pattern without a '/' is "
          + "compared with names; for folders, write '/apple-*'"
      ),
      (
        #""g": { "components": ["Components/*/*"], "kind": "fixed" }"#,
        "groups.g.components[0]: no component matches 'Components/*/*'\nhelp: a pattern with a '/' "
          + "is compared with folders, such as 'packages/*'"
      ),
      (
        #""g": { "components": ["Menu", "Menu"], "kind": "fixed" }"#,
        "groups.g.components[1]: 'Menu' is listed twice"
      ),
      (
        #""a": { "components": ["M*"], "kind": "fixed" }, "b": { "components": ["Kitchen", "Menu"], "kind": "linked" }"#,
        "groups.b.components[1]: component 'Menu' is in two groups: in 'a' by 'M*', and in 'b' by "
          + "'Menu'\nhelp: a component can be in one group"
      ),
      (
        #""menu": { "components": ["Menu"], "kind": "fixed" }"#,
        "groups.menu: group name 'menu' collides with component 'Menu'\nhelp: commands take both "
          + "where they take names"
      ),
      (
        #""my group": { "components": ["Menu"], "kind": "fixed" }"#,
        "groups[\"my group\"]: invalid group name 'my group', expected only letters, digits and "
          + "'-' or '_'\nhelp: use letters and digits, with single '-' or '_' between them"
      ),
    ]
  )
  func `reading names the fault of an invalid group`(_ groups: String, _ message: String) {
    #expect(refusal { _ = try document(text(groups)) } == "manifest.json:20: " + message)
  }

  @Test func `no requirement is written by hand within a fixed group`() {
    let menu = #", "requires": { "Kitchen": { "from": "1.0.0" } }"#
    for (kind, message) in [
      (
        "fixed",
        "manifest.json:7: components.Menu.requires.Kitchen: 'Menu' and 'Kitchen' are in the fixed "
          + "group 'g'\nhelp: remove the requirement: a release requires the version that both get"
      ), ("linked", "nothing was refused"),
    ] {
      let text = text(#""g": { "components": ["Components/*"], "kind": "\#(kind)" }"#, of: menu)
      #expect(refusal { _ = try document(text) } == message)
    }
  }

  @Test func `a group's name stands for its components, where there may be several`() throws {
    let groups = #""shop": { "components": ["Components/*"], "kind": "fixed" }"#
    let manifest = try document(text(groups)).manifest
    #expect(try manifest.components(matching: "shop").map(\.text) == ["Kitchen", "Menu"])
    #expect(
      refusal { _ = try manifest.component(named: "shop") }
        == "'shop' is a group, expected one component\nhelp: its components: Kitchen, Menu"
    )
    #expect(
      refusal { _ = try manifest.components(matching: "shup") }
        == "unknown component 'shup'\nhelp: did you mean 'shop'?"
    )
  }

  @Test(
    arguments: [
      (#"["Components/*"]"#, #"["Components/*", "Menu"]"#),
      (#"["Components/Menu", "Kitchen"]"#, #"["Kitchen", "Menu"]"#),
      (#"["M*"]"#, #"["M*"]"#),
      (#"["**/Menu"]"#, #"["**/Menu"]"#),
    ]
  )
  func `a component that moves stays in its group`(_ old: String, _ new: String) throws {
    let read = try document(text(#""shop": { "components": \#(old), "kind": "fixed" }"#))
    let moved = try read.setting(paths: [ComponentName("Menu"): TreePath("Libraries/Menu")])
    #expect(
      moved.text
        == text(#""shop": { "components": \#(new), "kind": "fixed" }"#)
        .replacing("Components/Menu\"", with: "Libraries/Menu\"")
    )
  }

  @Test func `a component that moves into the folder of another group is refused`() throws {
    let groups =
      #""shop": { "components": ["Menu"], "kind": "fixed" }, "google": { "components": ["packages/**"], "kind": "fixed" }"#
    let read = try document(text(groups))
    #expect(
      refusal { _ = try read.setting(paths: [ComponentName("Menu"): TreePath("packages/Menu")]) }
        == "manifest.json:20: groups.google.components[0]: component 'Menu' is in two groups: in "
        + "'shop' by 'Menu', and in 'google' by 'packages/**'\nhelp: a component can be in one group"
    )
  }

  @Test(
    arguments: [
      (#"["Kitchen", "Menu"]"#, #"["Kitchen"]"#),
      (#"["Components/*"]"#, #"["Components/*"]"#),
      (#"["Men*", "google-*"]"#, #"["google-*"]"#),
    ]
  )
  func `a component that is removed leaves its group`(_ old: String, _ new: String) throws {
    let read = try document(text(#""shop": { "components": \#(old), "kind": "fixed" }"#))
    let removed = try read.removing(ComponentName("Menu"))
    #expect(removed.manifest.components.count == 4)
    #expect(removed.text.contains(#""shop": { "components": \#(new), "kind": "fixed" }"#))
  }

  @Test func `the last component takes its group with it`() throws {
    let menu = #""shop": { "components": ["Menu"], "kind": "fixed" }"#
    let google = #""google": { "components": ["google-*"], "kind": "fixed" }"#
    let last = try document(text(menu)).removing(ComponentName("Menu"))
    #expect(!last.text.contains("groups"))
    let rest = try document(text(google + ", " + menu)).removing(ComponentName("Menu"))
    #expect(rest.manifest.groups.keys.map(\.text) == ["google"])
  }
}
