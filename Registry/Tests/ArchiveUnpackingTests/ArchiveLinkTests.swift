import ArchiveUnpacking
import Testing

struct ArchiveLinkTests {
  private func error(_ entries: [Zip.Entry]) -> UnpackingError? {
    let files: [Zip.Entry] = [
      .init("menu/Package.swift"), .init("menu/Sources/Menu/Menu.swift"),
      .link("menu/Sources/Other", to: "Menu"),
    ]
    do throws(UnpackingError) {
      _ = try UnpackedArchive(zip: Zip(files + entries).bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("menu/link", "Package.swift"), ("menu/link", "Sources/Menu"),
    ("menu/Sources/Menu/link", "../../Package.swift"), ("menu/Sources/Menu/link", "Menu.swift"),
    ("menu/Tests/link", "../Sources/Menu"),
  ])
  func `a link straight to a file or a folder of the package is taken`(
    name: String,
    target: String
  ) {
    #expect(error([.link(name, to: target)]) == nil)
  }

  @Test(arguments: [
    ("/etc/passwd", "is absolute"), ("", "is empty"), ("../Package.swift", "leaves the package"),
    ("../../etc/passwd", "leaves the package"), ("nothing", "points to nothing"),
    ("Package.swift/a", "points to nothing"), ("Sources/Other", "points through another link"),
    ("Sources/Other/Menu.swift", "points through another link"),
    ("link", "points through another link"),
    ("Sources/../Package.swift", "has '..' after a name"),
    ("./Package.swift", "cannot be followed, '.' is not a name"),
    ("Sources//Menu", "cannot be followed, a name is empty"),
    ("Sources/", "cannot be followed, a name is empty"),
    ("Sources\\Menu", "cannot be followed, names cannot contain '\\' on Windows"),
  ])
  func `every other link is refused by that word`(target: String, fault: String) {
    let error = error([.link("menu/link", to: target)])
    #expect(error?.code == .invalidLink)
    #expect(
      error?.message == """
        the link 'link' to '\(target)' \(fault), expected a link to a file or a folder of the package
        """
    )
  }

  @Test func `a link to a folder above it is refused, and one whose target is not UTF-8`() {
    #expect(error([.link("menu/Sources/link", to: "..")])?.code == .invalidLink)
    #expect(error([.link("menu/Sources/a/b/link", to: "../..")])?.code == .invalidLink)
    let broken = Zip.Entry("menu/link", mode: 0o120777, [0xFF])
    #expect(error([broken])?.message == "the link 'menu/link' has a target that is not UTF-8")
  }
}
