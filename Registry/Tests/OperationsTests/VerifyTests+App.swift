import Apps
import Model
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Pins, what they came to, and the folders that the manifest names.
extension VerifyTests {
  private func pinned() throws {
    try scratch.makeApp()
    try scratch.pin("Menu", "1.0.0")
    #expect(try findings() == [])
  }

  @Test(
    arguments: [
      ("nonsense", "malformed-json"),
      ("<<<<<<< ours\n", "merge-conflict"),
    ]
  )
  func `a resolution that cannot be read is found`(content: String, code: String) throws {
    try pinned()
    try scratch.write(content, to: "Registry/resolved.json")
    #expect(try findings() == ["note uncommitted-data"])
    try scratch.commitAll("Tamper")
    #expect(try findings() == ["fault \(code)"])
  }

  @Test(arguments: ["\"Menu\": \"9.9.9\"", "\"Soup\": \"9.9.9\""])
  func `a resolution of what was never released is found`(entry: String) throws {
    try pinned()
    let resolved = try scratch.read("Registry/resolved.json")
    try scratch.write(
      resolved.replacing("\"Menu\": \"1.0.0\"", with: entry),
      to: "Registry/resolved.json"
    )
    try scratch.commitAll("Tamper")
    let name = entry.hasPrefix("\"Menu") ? "Menu" : "Soup"
    #expect(try findings() == ["fault unrecorded-resolution \(name) 9.9.9"])
    // Until the pins are resolved anew.
    _ = try ResolvePins(context: .test()).run(in: scratch.workspace())
    #expect(try findings() == [])
  }

  @Test func `a pin that no release meets is found`() throws {
    try pinned()
    try scratch.writeAppManifest(
      #"""
      "app": { "path": ".", "pins": { "Menu": { "from": "2.0.0" }, "Soup": "1.0.0" } }
      """#,
      components: [
        "Kitchen": "Components/Kitchen", "Menu": "Components/Menu", "Soup": "Components/Soup",
      ]
    )
    try scratch.writePackage("Soup")
    try scratch.commitAll()
    #expect(
      try findings().filter { !$0.contains("missing-version") }
        == ["fault unmet-pin Menu", "fault unmet-pin Soup"]
    )
  }

  @Test func `folders that are not there are found`() throws {
    try pinned()
    try scratch.writeManifest(["Kitchen", "Menu", "Soup"])
    try scratch.write(
      scratch.read("Registry/manifest.json").replacing(
        "  \"schema\": 1",
        with: "  \"apps\": { \"app\": { \"path\": \"App\", \"pins\": {} } },\n  \"schema\": 1"
      ),
      to: "Registry/manifest.json"
    )
    // What is not committed is not there.
    try scratch.write("// the soup\n", to: "Components/Soup/Package.swift")
    try scratch.git("add", "Registry")
    try scratch.git("commit", "-q", "-m", "Announce the soup")
    #expect(
      try findings().filter { !$0.contains("missing-version") }
        == ["fault missing-folder", "fault missing-folder Soup"]
    )
  }

  @Test func `an app whose folder is gone from a released component is found`() throws {
    try pinned()
    try scratch.write(
      scratch.read("Registry/manifest.json").replacing(
        "\"apps\": {",
        with: "\"apps\": { \"demo\": { \"path\": \"Components/Menu/Demo\", \"pins\": {} },"
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll("Forget the demo")
    #expect(try findings().filter { $0.contains("folder") } == ["fault missing-folder"])
  }

  @Test func `a component may be listed for its releases alone`() throws {
    try pinned()
    try scratch.git("rm", "-q", "-r", "Components/Menu")
    try scratch.commitAll()
    #expect(try findings().filter { $0.contains("folder") } == ["note missing-folder Menu"])
  }
}
