import Foundation
import ProgramTesting
import Testing

/// Working files that differ from what git stores, and files that git does not track.
struct FilteredFileTests {
  private static let menu = "Components/Menu"

  /// Files of Menu for each of git's conversions, as git checks them out.
  private func addFilteredFiles(_ sandbox: Sandbox) throws {
    try addFilter(sandbox)
    try sandbox.write(
      """
      *.loud filter=loud
      *.dos text eol=crlf
      *.id ident
      *.wide text working-tree-encoding=UTF-16LE

      """,
      to: "\(Self.menu)/.gitattributes"
    )
    for name in ["a.loud", "b.dos", "c.id"] {
      try sandbox.write("SOUP $Id$\n", to: "\(Self.menu)/\(name)")
    }
    let wide = try #require("soup\n".data(using: .utf16LittleEndian))
    try wide.write(to: URL(filePath: "\(sandbox.repository)/\(Self.menu)/d.wide"))
    try sandbox.commitAll("Add files")
    try sandbox.shell("cd repository/\(Self.menu) && rm a.loud b.dos c.id && git checkout -q -- .")
  }

  /// Stores small letters, and checks out capital ones.
  private func addFilter(_ sandbox: Sandbox) throws {
    try sandbox.git("config", "filter.loud.clean", "tr A-Z a-z")
    try sandbox.git("config", "filter.loud.smudge", "tr a-z A-Z")
  }

  /// The bytes, the time and the number of each file below a folder.
  private func files(in folder: String, _ sandbox: Sandbox) throws -> [String: String] {
    let folder = "\(sandbox.repository)/\(folder)"
    var files: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      let facts = [attributes[.modificationDate], attributes[.systemFileNumber]]
      let content = try Data(contentsOf: URL(filePath: "\(folder)/\(name)")).base64EncodedString()
      files[name] = "\(facts) \(content)"
    }
    return files
  }

  @Test(arguments: ["", "branch-moved:kill", "folder-moved:kill", "index-written:kill"])
  func `a folder moves as its files are, and with those that git does not track`(
    failpoint: String
  ) async throws {
    try await Sandbox.with { sandbox in
      try addFilteredFiles(sandbox)
      try sandbox.write("*.tmp\n", to: ".gitignore")
      try sandbox.commitAll("Ignore files")
      try sandbox.write("ignored\n", to: "\(Self.menu)/build/x.tmp")
      try sandbox.write("untracked\n", to: "\(Self.menu)/notes.txt")
      let before = try files(in: Self.menu, sandbox)
      #expect(try sandbox.read("\(Self.menu)/a.loud") == "SOUP $ID$\n")
      #expect(try sandbox.read("\(Self.menu)/b.dos") == "SOUP $Id$\r\n")
      let arguments = ["move", "Menu", "Libraries/Deep/Menu"]
      var environment = Sandbox.toolchain
      if !failpoint.isEmpty {
        environment["REGISTRY_FAILPOINT"] = failpoint
        let run = try await sandbox.registry(arguments, environment: environment)
        #expect(run.signal == Int(SIGKILL))
        environment["REGISTRY_FAILPOINT"] = nil
      }
      let run = try await sandbox.registry(arguments, environment: environment)
      #expect(run.status == 0, "\(run.error)")
      #expect(try files(in: "Libraries/Deep/Menu", sandbox) == before)
      #expect(!FileManager.default.fileExists(atPath: "\(sandbox.repository)/\(Self.menu)"))
      // The one that git does not track: filtered files are known to be unchanged.
      let status = try await sandbox.registry("status", environment: environment)
      #expect(status.output.contains(", 1 file uncommitted"), "\(status.output)")
      #expect(try sandbox.git("status", "--porcelain") == "?? Libraries/Deep/Menu/notes.txt")
      try sandbox.git("fsck", "--strict")
    }
  }

  @Test func `a manifest that is corrected in the moved folder keeps its ends of lines`()
    async throws
  {
    try await Sandbox.with { sandbox in
      try sandbox.write("*.swift text eol=crlf\n", to: ".gitattributes")
      try sandbox.writePackage("Menu", dependsOn: "../Kitchen")
      try sandbox.commitAll("Depend on the kitchen")
      try sandbox.shell("cd repository && git rm -q -r --cached . && git reset -q --hard")
      #expect(try sandbox.read("\(Self.menu)/Package.swift").contains("\r\n"))
      let run = try await sandbox.registry("move", "Menu", "Libraries/Deep/Menu")
      #expect(run.status == 0, "\(run.error)")
      let manifest = try sandbox.read("Libraries/Deep/Menu/Package.swift")
      #expect(manifest.contains("path: \"../../../Components/Kitchen\""))
      #expect(!manifest.replacing("\r\n", with: "").utf8.contains(UInt8(ascii: "\n")))
      #expect(try sandbox.git("status", "--porcelain") == "")
      let status = try await sandbox.registry("status")
      #expect(!status.output.contains("uncommitted"), "\(status.output)")
    }
  }

  @Test func `new passes files of a template through the filters of its attributes`() async throws {
    try await Sandbox.with { sandbox in
      try addFilter(sandbox)
      let template = "Registry/templates/dish"
      try sandbox.write("// swift-tools-version: 6.0\n", to: "\(template)/Package.swift")
      try sandbox.write("*.loud filter=loud\n", to: "\(template)/.gitattributes")
      try sandbox.write("SOUP\n", to: "\(template)/a.loud")
      try sandbox.commitAll("Add a template")
      let run = try await sandbox.registry(
        ["new", "Pea", "--template", "dish"],
        environment: Sandbox.toolchain
      )
      #expect(run.status == 0, "\(run.error)")
      #expect(try sandbox.read("Components/Pea/a.loud") == "SOUP\n")
      #expect(try sandbox.git("show", "HEAD:Components/Pea/a.loud") == "soup")
      #expect(try sandbox.git("status", "--porcelain") == "")
    }
  }
}
