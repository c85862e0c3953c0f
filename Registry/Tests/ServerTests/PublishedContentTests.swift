import Foundation
import Git
import Model
import Reports
import Server
import Versions
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Testing

/// What comes back of a publication, whatever it is made of.
@Suite(.scratchRepository)
struct PublishedContentTests {
  let scratch = Scratch.current

  @Test func `metadata is kept and returned`() async throws {
    let served = try scratch.served()
    let token = try scratch.token()
    var publication = Publication()
    publication.metadata = """
      {"author": {"name": "Ada"}, "commit": "abc", "requires": 1, "tree": "no", "withdrawn": \
      {"reason": "mine"}, "x-mood": 7}
      """
    #expect(try await publication.send(to: served, token: token).status == 201)
    let release = try #require(try scratch.log(of: "Soup").releases.first)
    let text = try await served.answer("/cookr/Soup/1.0.0").text
    #expect(
      text.contains(
        """
        "metadata":{"author":{"name":"Ada"},"requires":{},\
        "tree":"\(release.tree)","x-mood":7}
        """
      )
    )
  }

  @Test(arguments: [
    // As the package manager sends it, and as it would be if it were what it is called.
    #"{"author":{"name":"Ada =3D"}}"#, #"{=22author=22:{=22name=22:=22A=\#r\#nda =3D3D=22}}"#,
  ])
  func `metadata that is called quoted-printable is taken, written so or not`(
    _ metadata: String
  ) async throws {
    let served = try scratch.served()
    var publication = Publication()
    publication.metadata = metadata
    publication.metadataEncoding = "quoted-printable"
    #expect(try await publication.send(to: served, token: scratch.token()).status == 201)
    let text = try await served.answer("/cookr/Soup/1.0.0").text
    #expect(text.contains(#""metadata":{"author":{"name":"Ada =3D"},"#))
  }

  /// The package manager cannot unpack links at the top of an archive.
  @Test func `a link at the top is published as a copy, and the manifest may be one`() async throws
  {
    try scratch.makeMonorepo()
    let served = try scratch.served()
    let token = try scratch.token()
    var publication = Publication()
    publication.files["Docs/LICENSE"] = "All rights\n"
    publication.files["Manifests/Package.swift"] = publication.files["Package.swift"]
    publication.files["Package.swift"] = nil
    publication.links = [
      "LICENSE": "Docs/LICENSE", "Legal": "Docs", "Package.swift": "Manifests/Package.swift",
    ]
    let answer = try await publication.send(to: served, token: token)
    #expect(answer.status == 201, "\(answer.text)")
    #expect(
      try scratch.git("ls-tree", "-r", "--format=%(objectmode) %(path)", "HEAD:Components/Soup")
        == """
        100644 Docs/LICENSE
        100644 LICENSE
        100644 Legal/LICENSE
        100644 Manifests/Package.swift
        100644 Package.swift
        100644 Sources/Soup/Soup.swift
        """
    )
    #expect(try scratch.read("Components/Soup/Legal/LICENSE") == "All rights\n")
    let archive = try await served.answer("/cookr/Soup/1.0.0.zip")
    #expect(try archive.checksum == scratch.log(of: "Soup").releases.first?.checksum)
    // Sent again, it is the same release.
    let again = try await publication.send(to: served, token: token)
    #expect(again.status == 409)
    #expect(again.text.contains(#""identical":true"#))
  }

  @Test func `names of any alphabet and links are kept, and change into each other`() async throws {
    try scratch.makeMonorepo()
    let log = LogRecorder()
    let served = try Served(log: log)
    let token = try scratch.token()
    var publication = Publication()
    let forms: [(files: [String: String], links: [String: String])] = [
      (["Sources/Soup/Größe.swift": "", "Docs/a.md": "a"], ["Tests/Notes": "../Docs"]),
      (["Docs": "a file", "Tests/Notes/b.md": "b"], ["Tests/Latest": "Notes/b.md"]),
      (
        ["Tests/Notes/b.md": "b", "Tests/Latest/c.md": "c"],
        ["Docs/Notes": "../Tests/Notes", "Sources/Docs": "./Latest", "Sources/Latest": "../Docs/"]
      ),
    ]
    let files = publication.files
    for (number, form) in forms.enumerated() {
      publication.version = "1.\(number).0"
      publication.files = files.merging(form.files) { $1 }
      publication.links = form.links
      let answer = try await publication.send(to: served, token: token)
      #expect(answer.status == 201, "\(answer.text)")
      #expect(log.errors == [])
      #expect(try scratch.git("status", "--porcelain") == "")
      for (path, target) in form.links {
        let link = "\(scratch.path)/Components/Soup/\(path)"
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      }
      let archive = try await served.answer("/cookr/Soup/1.\(number).0.zip")
      let release = try #require(try scratch.log(of: "Soup").releases.last)
      #expect(archive.checksum == release.checksum)
    }
    #expect(try Verify().run(in: scratch.workspace()).findings.isEmpty)
    try scratch.fsck()
  }
}
