import Base
import Git
import Model
import Versions
import Testing

@Suite struct VersionFileTests {
  @Test(
    arguments: [
      (#"let version = "{version}""#, #"public let version = "1.2.3" // now"#, ["1.2.3"]),
      ("{version}", "1.2.3\n", ["1.2.3"]),
      ("{version}", "v1.2.3\n", []),
      ("v{version}", "v1.2.3\n", ["1.2.3"]),
      ("Menu {version}", "Menu 1.0.0-beta.1+b.7 is out.", ["1.0.0-beta.1+b.7"]),
      ("Menu {version}", "It is Menu 1.0.0.", ["1.0.0"]),
      ("Menu {version}", "Menu 1.0 and Menu 01.0.0 and Menu x", []),
      ("Menu-{version}.zip", "Menu-1.0.0-rc.zip Menu-2.0.0.zip", ["1.0.0-rc", "2.0.0"]),
      ("-{version}-linux", "a-1.0.0-linux", ["1.0.0"]),
      ("{version}", "0.0.0 1.0.0", ["0.0.0", "1.0.0"]),
      ("=\r\n{version}", "=\r\n1.0.0", ["1.0.0"]),
      ("x{version}", "", []), ("{version}", "", []), ("x{version}", "x", []),
    ]
  )
  func `a pattern finds the versions that stand in its place`(
    _ pattern: String,
    _ text: String,
    _ versions: [String]
  ) throws {
    let bytes = Array(text.utf8)
    let found = try VersionPattern(pattern).places(in: bytes)
    #expect(found.map { String(decoding: bytes[$0], as: UTF8.self) } == versions)
  }

  @Test func `a long text is searched in one go`() throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "1"), count: 2_000_000)
    #expect(try VersionPattern("{version}").places(in: bytes).isEmpty)
    #expect(try VersionPattern("{version}x").places(in: bytes).isEmpty)
  }

  private func text(
    _ menu: String,
    _ kitchen: String = "Components/Kitchen",
    first line: String = ""
  ) -> String {
    """
    {\(line)
      "components": {
        "Kitchen": { "path": "\(kitchen)" },
        "Menu": {
          "path": "Components/Menu",
          "versionFiles": [\(menu)]
        }
      },
      "rootFiles": ["LICENSE"],
      "schema": 1,
      "scope": "cookr"
    }

    """
  }

  @Test func `files are named from the component's folder or from the root`() throws {
    let files =
      #"{ "path": "A.swift", "pattern": "{version}" }, { "path": "/README.md", "pattern": "v{version}" }"#
    let manifest = try document(text(files)).manifest
    let menu = try #require(manifest.components[ComponentName("Menu")])
    #expect(
      menu.versionFiles.map { $0.place(in: menu.path).string } == [
        "Components/Menu/A.swift", "README.md",
      ]
    )
    #expect(try ManifestDocument(manifest, file: "manifest.json").text.contains("[\(files)]"))
  }

  @Test(
    arguments: [
      (
        #"{ "path": "A", "pattern": "1.0.0" }"#,
        ".pattern: invalid pattern '1.0.0', expected '{version}' in it once\n"
          + "help: as in 'let version = \"{version}\"'"
      ),
      (
        #"{ "path": "A", "pattern": "{version}{version}" }"#,
        ".pattern: invalid pattern '{version}{version}', expected '{version}' in it once\n"
          + "help: as in 'let version = \"{version}\"'"
      ),
      (#"{ "path": "A" }"#, ": missing key 'pattern'"),
      (
        #"{ "path": "../A", "pattern": "{version}" }"#,
        ".path: invalid path '../A', '..' is not a name\nhelp: name the file from the component's "
          + "folder, or with a leading '/' from the root of the repository"
      ),
      (
        #"{ "path": "/", "pattern": "{version}" }"#,
        ".path: invalid path '', a name is empty\nhelp: name the file from the component's "
          + "folder, or with a leading '/' from the root of the repository"
      ),
      (
        #"{ "path": ".", "pattern": "{version}" }"#,
        ".path: invalid path '.', expected a file\nhelp: name the file from the component's "
          + "folder, or with a leading '/' from the root of the repository"
      ),
      (
        #"{ "path": "/Components/Menu/A", "pattern": "{version}" }"#,
        ".path: 'Components/Menu/A' is a file of the component 'Menu'\n"
          + "help: name it from the component's folder, without the leading '/'"
      ),
      (
        #"{ "path": "/Components/Kitchen/A", "pattern": "{version}" }"#,
        ".path: 'Components/Kitchen/A' is a file of the component 'Kitchen'\n"
          + "help: list it under \"versionFiles\" of 'Kitchen'"
      ),
      (
        #"{ "path": "/LICENSE", "pattern": "{version}" }"#,
        ".path: 'LICENSE' is one of \"rootFiles\", so that each release would change other "
          + "components\nhelp: remove it from one of the two lists"
      ),
    ]
  )
  func `reading names the fault of an invalid version file`(_ file: String, _ message: String) {
    let place = "manifest.json:6: components.Menu.versionFiles[0]"
    #expect(refusal { _ = try document(text(file)) } == place + message)
  }

  @Test func `changelogs are in one file or in the folders of components`() throws {
    let manifest = try document(text("", first: #" "changelogs": "components","#)).manifest
    #expect(manifest.changelogs == .components)
    #expect(try ManifestDocument(manifest, file: "manifest.json").manifest == manifest)
    #expect(try document(text("")).manifest.changelogs == .repository)
  }

  @Test(
    arguments: [
      (
        "none", "",
        "manifest.json:1: changelogs: invalid value 'none', expected 'repository' or 'components'"
      ),
      (
        "components", #"{ "path": "CHANGELOG.md", "pattern": "{version}" }"#,
        "manifest.json:6: components.Menu.versionFiles[0].path: 'Components/Menu/CHANGELOG.md' is "
          + "the changelog of the component, which each release writes\nhelp: remove it from "
          + "\"versionFiles\", or set \"changelogs\" to \"repository\""
      ),
    ]
  )
  func `reading names the fault of invalid changelog settings`(
    _ value: String,
    _ file: String,
    _ message: String
  ) {
    let line = #" "changelogs": "\#(value)","#
    #expect(refusal { _ = try document(text(file, first: line)) } == message)
  }

  @Test func `components in the folders of others have changelogs and version files`() throws {
    let file = #"{ "path": "A", "pattern": "{version}" }"#
    let line = #" "changelogs": "components","#
    let manifest = try document(text(file, "Components", first: line)).manifest
    #expect(try manifest.component(named: "Menu").component.versionFiles.count == 1)
  }

  @Test func `a version file is one of the component that has it`() {
    let inner = #"{ "path": "Inner/A", "pattern": "{version}" }"#
    #expect(
      refusal { _ = try document(text(inner, "Components/Menu/Inner")) }
        == "manifest.json:6: components.Menu.versionFiles[0].path: 'Components/Menu/Inner/A' is a "
        + "file of the component 'Kitchen'\nhelp: list it under \"versionFiles\" of 'Kitchen'"
    )
  }
}
