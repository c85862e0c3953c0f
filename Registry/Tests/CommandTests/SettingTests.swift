import ProgramTesting
import Testing

/// `registry set`, as a person types it.
struct SettingTests {
  private func manifest(_ sandbox: Sandbox) throws -> String {
    try sandbox.git("show", "HEAD:Registry/manifest.json")
  }

  @Test func `a setting is changed in one commit that leaves the rest of the text`() async throws {
    try await Sandbox.withLayers { sandbox in
      let before = try manifest(sandbox)
      let run = try await sandbox.registry("set", "Menu.layer", "core")
      #expect(
        run.output.scrubbed == """
          Menu.layer: feature → core
            commit  <short>

          """
      )
      #expect(
        try manifest(sandbox)
          == before.replacing(
            #""Menu": { "layer": "feature","#,
            with: #""Menu": { "layer": "core","#
          )
      )
      #expect(try sandbox.git("log", "-1", "--format=%s") == "Set Menu.layer to core")
      #expect(
        try await sandbox.registry("set", "Menu.layer", "core").output == "nothing to change\n"
      )
      try sandbox.git("revert", "--no-edit", "HEAD")
      #expect(try manifest(sandbox) == before)
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }

  @Test func `a component of another scope is one key, though its name has a dot`() async throws {
    try await Sandbox.withLayers { sandbox in
      let path = #""path": "Components/Salt""#
      let named = try manifest(sandbox).replacing("\"Salt\": {", with: "\"pay.Salt\": {")
      #expect(named.contains(path))
      try sandbox.write(named, to: "Registry/manifest.json")
      try sandbox.git("commit", "-qam", "Name a scope")
      try await sandbox.registry("set", "pay.Salt.license", "none")
      try await sandbox.registry("set", "Menu.requires.pay.Salt", "from", "1.0.0")
      try await sandbox.registry("set", "components.pay.Salt.release", "internal")
      let run = try await sandbox.registry("set", "uploadScopes", "pay", "team-*")
      #expect(run.output.hasPrefix("uploadScopes: pay, team-* (was not set)\n"))
      let manifest = try manifest(sandbox)
      #expect(manifest.contains(#""requires": { "pay.Salt": { "from": "1.0.0" } }"#))
      #expect(manifest.contains(#""uploadScopes": ["pay", "team-*"]"#))
    }
  }

  @Test func `a pattern changes all components that match, and a removal leaves nothing behind`()
    async throws
  {
    try await Sandbox.withLayers { sandbox in
      let before = try manifest(sandbox)
      let run = try await sandbox.registry("set", "*.release", "internal")
      #expect(
        run.output.scrubbed == """
          Kitchen.release: internal (was not set)
          Menu.release: internal (was not set)
          Salt.release: internal (was not set)
            commit  <short>

          """
      )
      let unset = try await sandbox.registry("set", "*.release", "--unset")
      #expect(unset.output.hasPrefix("Kitchen.release: not set (was internal)\n"))
      #expect(try manifest(sandbox) == before)
      try await sandbox.registry("set", "Menu.requires.Kitchen", "from", "1.0.0", "to", "1.5.0")
      #expect(
        try manifest(sandbox).contains(
          #""requires": { "Kitchen": { "from": "1.0.0", "to": "1.5.0" } }"#
        )
      )
      try await sandbox.registry("set", "Menu.requires.Kitchen", "--unset")
      #expect(try manifest(sandbox) == before)
    }
  }

  /// Typed, and what the manifest has then.
  @Test(arguments: [
    ("set requirements from", #""requirements": "from""#),
    ("set signing required", #""signing": "required""#),
    ("set repositories https://git.example.com/{name}.git", #"example.com/{name}.git""#),
    ("set Menu.private true", #""private": true"#),
    ("set Menu.versionFiles VERSION {version}", #""path": "VERSION", "pattern": "{version}""#),
    ("set rootFiles --add NOTICE", #""rootFiles": ["NOTICE"]"#),
    ("set build ios macos", #""build": ["ios", "macos"]"#),
    ("set Menu.build.triple wasm32-unknown-wasi", #""triple": "wasm32-unknown-wasi""#),
    ("set groups.shop fixed Menu Kitchen", #""components": ["Menu", "Kitchen"]"#),
    ("set layers.top.mayUse core feature", #""top": { "mayUse": ["core", "feature"] }"#),
    ("set publish.main.url https://example.com", #""url": "https://example.com""#),
    ("set exceptions.Salt.Menu.reason later", #""Menu": { "reason": "later" }"#),
    ("set app.product shop", #""product": "shop""#),
  ])
  func `every kind of setting can be typed`(typed: String, expected: String) async throws {
    try await Sandbox.withLayers { sandbox in
      try sandbox.add(["NOTICE": "Cooked by Ada\n"])
      let run = try await sandbox.registry(typed.split(separator: " ").map(String.init))
      #expect(run.status == 0, "\(run.error)")
      let manifest = try manifest(sandbox)
      #expect(manifest.contains(expected), "\(manifest)")
    }
  }

  @Test(arguments: [
    (
      "set Menu.layer top",
      "error: components.Menu.layer: unknown layer 'top'\nhelp: known: core, feature\n"
    ),
    ("set Mneu.layer core", "error: unknown key 'Mneu.layer'\nhelp: did you mean 'Menu.layer'?\n"),
    ("set Menu.lyer core", "error: 'Menu' has no key 'lyer'\nhelp: did you mean 'Menu.layer'?\n"),
    (
      "set Menu.version 1.0.0",
      "error: 'Menu.version' cannot be set\nhelp: use 'registry bump Menu'\n"
    ),
    (
      "set Menu.path Soup",
      "error: 'Menu.path' cannot be set\nhelp: use 'registry move Menu FOLDER'\n"
    ),
    (
      "set publish.main https://registry.example.com",
      """
      error: 'publish.main' has keys of its own, expected one of them
      help: as in 'publish.main.url', or give all of it as JSON

      """
    ),
    (
      "set publish https://registry.example.com",
      """
      error: 'publish' has keys of its own, expected one of them
      help: as in 'publish.NAME.url', or give all of it as JSON

      """
    ),
    (
      "set release secret",
      "error: release: invalid value 'secret', expected 'public' or 'internal'\n"
    ),
    (
      "set release public internal",
      "error: 'release' has one value, found 2\nhelp: put a value with spaces in quotes\n"
    ),
    (
      "set Menu.private yes",
      "error: invalid value 'yes' for 'Menu.private', expected 'true' or 'false'\n"
    ),
    (
      "set release --add public",
      "error: 'release' is not a list\nhelp: set its value: 'registry set release VALUE'\n"
    ),
    (
      "set layers.core --unset",
      "error: components.Salt.layer: unknown layer 'core'\nhelp: known: feature\n"
    ),
    (
      "set groups.shop fixed",
      "error: invalid value 'fixed' for 'groups.shop', expected a kind and components, as in 'fixed Menu Kitchen'\n"
    ),
    (
      "set apps.app {\"path\":\".\",\"pins\":{\"Menu\":\"1.0.0\"}}",
      "error: this would change the pins of 'app'\nhelp: change them first with 'registry pin' or 'registry unpin'\n"
    ),
    (
      "set publish.main.remind true",
      "error: publish.main: missing key 'url'\nhelp: set that key first, or give both as JSON\n"
    ),
    (
      "set groups.shop --add Menu",
      "error: 'groups.shop' is not a list\nhelp: its list is 'groups.shop.components'\n"
    ),
    (
      "set rootFiles LICENSE",
      "error: the newest commit has no file 'LICENSE' in the root of the repository\n"
        + "help: commit the file first\n"
    ),
    ("set rootFiles --remove NOTICE", "error: 'rootFiles' does not contain 'NOTICE'\n"),
  ])
  func `set refuses values that the manifest cannot have, and writes nothing`(
    typed: String,
    error: String
  ) async throws {
    try await Sandbox.withLayers { sandbox in
      let before = try sandbox.git("rev-parse", "HEAD")
      let run = try await sandbox.registry(typed.split(separator: " ").map(String.init))
      #expect(run.status == 1)
      #expect(run.error == error)
      #expect(try sandbox.git("rev-parse", "HEAD") == before)
    }
  }

  @Test func `a dry run shows the change, and JSON has the values`() async throws {
    try await Sandbox.withLayers { sandbox in
      let dry = try await sandbox.registry("set", "signing", "required", "--dry-run")
      #expect(dry.output.contains("  +   \"signing\": \"required\""))
      #expect(try !manifest(sandbox).contains("signing"))
      try await sandbox.expectJSON(
        "set",
        "Menu.layer",
        "core",
        is: """
          {
            "commit" : "<object>",
            "outcome" : "set",
            "settings" : [
              {
                "key" : "Menu.layer",
                "new" : "core",
                "old" : "feature"
              }
            ]
          }

          """
      )
    }
  }
}
