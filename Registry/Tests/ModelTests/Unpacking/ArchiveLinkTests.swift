import Base
import Model
import Testing

struct ArchiveLinkTests {
  private func unpacked(_ entries: [Zip.Entry]) throws(OperationError) -> [String: String] {
    let files: [Zip.Entry] = [
      .init("menu/Package.swift"), .init("menu/Sources/Menu/Menu.swift"),
      .link("menu/Sources/Other", to: "Menu"),
    ]
    let archive = try UnpackedArchive(zip: Zip(files + entries).bytes)
    return Dictionary(uniqueKeysWithValues: archive.files.map { ($0.path, word(for: $0)) })
  }

  private func word(for file: UnpackedArchive.File) -> String {
    switch file.kind {
    case .file: "file"
    case .executable: "executable"
    case .link(let target): target
    }
  }

  private func error(_ entries: Zip.Entry...) -> OperationError? {
    do throws(OperationError) {
      _ = try unpacked(entries)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("Menu", "a folder"), ("Menu/Menu.swift", "a file"), ("../Package.swift", "a file above"),
    ("../Sources/Menu", "a folder by way of one above"), ("./Menu", "the same with a dot"),
    ("Menu/", "a folder with a slash"), ("Other", "a link"), ("Other/Menu.swift", "through a link"),
  ])
  func `a link that ends in the package is kept`(target: String, what: String) throws {
    let files = try unpacked([.link("menu/Sources/link", to: target)])
    #expect(
      files == [
        "Package.swift": "file", "Sources/Menu/Menu.swift": "file", "Sources/Other": "Menu",
        "Sources/link": target,
      ]
    )
  }

  @Test(arguments: [
    ("/etc/passwd", "is absolute"), ("", "is empty"),
    ("../../Package.swift", "points outside the package"),
    ("../../../etc/passwd", "points outside the package"), ("nothing", "points to nothing"),
    ("Menu/Menu.swift/a", "points to nothing"), ("Menu/Menu.swift/", "points to nothing"),
    ("Other/nothing", "points to nothing"), ("Sources\\Menu", "points to nothing"),
    ("link", "is part of a cycle of links"), ("Menu/../Other", "has '..' after a name"),
    ("Other/../../Package.swift", "has '..' after a name"),
    ("..", "is part of a cycle of folders"), (".", "is part of a cycle of folders"),
    ("../Sources", "is part of a cycle of folders"),
    (String(repeating: "./", count: 513) + "Menu", "is too long"),
  ])
  func `unpacking refuses invalid links with the reason`(target: String, fault: String) {
    let error = error(.link("menu/Sources/link", to: target))
    #expect(error?.code == .invalidLink)
    #expect(
      error?.message == """
        the link 'Sources/link' to '\(target)' \(fault), expected a link to a file or a folder of \
        the package
        """
    )
  }

  @Test func `links that lead to each other are refused, whatever they are called`() {
    let links = error(.link("menu/Sources/a", to: "b"), .link("menu/Sources/b", to: "./a"))
    #expect(links?.message.contains("to 'b' is part of a cycle of links") == true)
    // Followed as folders, they have no end.
    let folders = error(
      .link("menu/Sources/Menu/Table", to: "../Table"),
      .link("menu/Sources/Table/Menu", to: "../Other")
    )
    #expect(folders?.message.contains("to '../Other' is part of a cycle of folders") == true)
    let above = error(.link("menu/Sources/a/b/link", to: "../.."))
    #expect(above?.message.contains("to '../..' is part of a cycle of folders") == true)
  }

  @Test func `unpacking follows chains of at most 32 links`() {
    func chain(_ count: Int) -> [Zip.Entry] {
      (0..<count).map { number in
        .link("menu/Sources/link\(number)", to: number == 0 ? "Menu" : "link\(number - 1)")
      }
    }
    #expect(throws: Never.self) { try unpacked(chain(32)) }
    for entries in [chain(33), chain(33).reversed(), chain(5_000).reversed()] {
      #expect {
        try unpacked(entries)
      } throws: { error in
        (error as? OperationError)?.message.contains("leads through more than 32 links") == true
      }
    }
  }

  @Test func `a link whose target is not UTF-8 is refused, and one that is a folder, too`() {
    let broken = Zip.Entry("menu/link", mode: 0o120777, [0xFF])
    #expect(error(broken)?.message == "the link 'menu/link' has a target that is not UTF-8")
    let (link, file) = (Zip.Entry.link("menu/a", to: "Sources"), Zip.Entry("menu/a/x"))
    #expect(error(link, file)?.message == "the link 'menu/a' is a folder, too")
    #expect(error(file, link)?.message == "the link 'menu/a' is a folder, too")
  }
}

/// The package manager cannot unpack links at the top of a package.
extension ArchiveLinkTests {
  @Test func `unpacking replaces a link at the top with what it leads to`() throws {
    let files = try unpacked([
      .link("menu/LICENSE", to: "Docs/LICENSE"), .init("menu/Docs/LICENSE"),
      .link("menu/run", to: "Latest/tool"), .link("menu/Latest", to: "Tools/v1"),
      .init("menu/Tools/v1/tool", mode: 0o100755), .init("menu/Tools/v1/more/notes"),
      .link("menu/Tools/v1/more/tool", to: "../tool"),
      .link("menu/Package@swift-6.0.swift", to: "./Package.swift"),
    ])
    #expect(
      files == [
        "Package.swift": "file", "Package@swift-6.0.swift": "file", "Docs/LICENSE": "file",
        "LICENSE": "file", "run": "executable", "Sources/Menu/Menu.swift": "file",
        "Sources/Other": "Menu", "Tools/v1/tool": "executable", "Tools/v1/more/notes": "file",
        "Tools/v1/more/tool": "../tool", "Latest/tool": "executable", "Latest/more/notes": "file",
        "Latest/more/tool": "../tool",
      ]
    )
  }

  @Test func `a manifest may be a link`() throws {
    let archive = try UnpackedArchive(
      zip: Zip([
        .link("menu/Package.swift", to: "Menu/Manifest"), .init("menu/Menu/Manifest", [7]),
      ]).bytes
    )
    #expect(
      archive.files == [
        UnpackedArchive.File(path: "Package.swift", content: [7]),
        UnpackedArchive.File(path: "Menu/Manifest", content: [7]),
      ]
    )
  }

  @Test func `a folder that one of its links leaves cannot be put in the place of a link`() {
    let error = error(
      .link("menu/Latest", to: "Tools"),
      .link("menu/Tools/link", to: "../Package.swift")
    )
    #expect(
      error?.message == """
        the link 'Latest' to 'Tools' points to a folder that the link 'Tools/link' leaves, \
        expected a link to a file or a folder of the package
        """
    )
  }

  @Test func `unpacking counts files that replace links toward the limits`() {
    let links = (0..<4).map { Zip.Entry.link("menu/link\($0)", to: "Docs") }
    let content = [UInt8](repeating: 0, count: 10)
    let zip = Zip(links + [.init("menu/Docs/a", content), .init("menu/Docs/b", content)])
    func error(entries: Int, unpacked: Int) -> OperationError.Code? {
      var limits = UnpackingLimits()
      (limits.entries, limits.unpacked) = (entries, unpacked)
      do throws(OperationError) {
        _ = try UnpackedArchive(zip: zip.bytes, limits: limits)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(error(entries: 10, unpacked: 100) == nil)
    #expect(error(entries: 9, unpacked: 100) == .tooLarge)
    #expect(error(entries: 10, unpacked: 99) == .tooLarge)
  }
}
