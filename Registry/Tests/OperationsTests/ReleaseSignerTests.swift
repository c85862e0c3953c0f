import Base
import Content
import Git
import ManifestEditor
import Mirror
import Model
import Releases
import Versions
import Foundation
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Programs that sign releases, whatever they write.
@Suite(.scratchRepository)
struct ReleaseSignerTests {
  private let scratch = Scratch.current

  private func signer(
    _ script: String,
    limit: Duration = .seconds(60)
  ) throws -> ReleaseSigner {
    let program = "\(scratch.folder)/sign"
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    try scratch.git("config", "registry.signingProgram", program)
    let signer = try ReleaseSigner(
      in: scratch.workspace(),
      limit: limit,
      checks: { $0.map { _ in nil } }
    )
    return try #require(signer)
  }

  private func bump(_ name: String, _ signer: ReleaseSigner) throws -> ReleasePlan {
    var release = MakeReleases(
      component: name,
      version: .exactly(SemanticVersion(1, 0, 0)),
      context: .test()
    )
    release.signer = signer
    return try release.run(in: scratch.workspace())
  }

  @Test(arguments: ["exec sleep 1000", "exec 2>&-; exec sleep 1000"])
  func `a program that hangs is stopped, and nothing is released`(script: String) throws {
    try scratch.makeMonorepo(["Menu"])
    let tip = try scratch.git("rev-parse", "HEAD")
    let error = #expect(throws: OperationError.self) {
      try bump("Menu", signer(script, limit: .milliseconds(100)))
    }
    #expect(error?.message.hasSuffix("did not finish within 0 s") == true)
    #expect(try scratch.git("rev-parse", "HEAD") == tip)
    #expect(try scratch.git("tag") == "")
  }

  @Test func `the manifest and the archive are signed as they are published`() throws {
    try scratch.makeMonorepo()
    try scratch.writePackage("Kitchen", dependsOn: ["../Menu"])
    try scratch.commitAll()
    let signer = try signer("cat >> \(scratch.folder)/signed; echo S")
    _ = try bump("Menu", signer)
    let kitchen = try bump("Kitchen", signer)
    let signed = String(
      decoding: try Data(contentsOf: URL(filePath: "\(scratch.folder)/signed")),
      as: UTF8.self
    )
    let line = ManifestSignature.line(Array("S\n".utf8))
    #expect(
      signed.contains("\n// swift-tools-version") || signed.hasPrefix("// swift-tools-version")
    )
    #expect(signed.contains(".package(id: \"cookr.Menu\", from: \"1.0.0\")"))
    // The archive has the signature of the manifest in it.
    #expect(signed.contains(line))
    let edits = kitchen.release.record.edits.values.flatMap(\.self)
    #expect(edits.count > 1 && edits.last?.replacement == line)
    #expect(
      kitchen.plan?.files.contains { $0.path.string.hasPrefix("Registry/signatures/") } == true
    )
    try scratch.fsck()
  }

  /// There, dependencies are written in another way.
  @Test func `mirrors have no signatures`() throws {
    try scratch.makeMonorepo(["Menu"])
    _ = try bump("Menu", signer("cat > /dev/null; echo S"))
    let folder = "\(scratch.folder)/mirror"
    _ = try MirrorReleases(
      ["Menu"],
      to: MirrorTarget(folder),
      options: MirrorReleases.Options(base: "https://git.example.com/mirror"),
      context: .test()
    ).run(in: scratch.workspace())
    #expect(
      try scratch.git("--git-dir", "\(folder)/Menu.git", "show", "main:Package.swift")
        == scratch.git("show", "HEAD:Components/Menu/Package.swift")
    )
  }

  @Test func `undo removes the signature of the release`() throws {
    try scratch.makeMonorepo(["Menu"])
    let tip = try scratch.git("rev-parse", "HEAD")
    _ = try bump("Menu", signer("cat > /dev/null; echo S"))
    #expect(FileManager.default.fileExists(atPath: "\(scratch.path)/Registry/signatures/Menu"))
    _ = try UndoRelease(component: "Menu", context: .test()).run(in: scratch.workspace())
    #expect(try scratch.git("rev-parse", "HEAD") == tip)
    #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/Registry/signatures/Menu"))
  }
}
