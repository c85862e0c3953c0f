import Apps
import Base
import Content
import Foundation
import Git
import Model
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Files of a pinned tree that git's attributes and configuration change when it checks them out.
@Suite(.scratchRepository)
struct FilteredCheckoutTests {
  private let scratch = Scratch.current

  @Test func `a filter runs as in a checkout of git`() throws {
    try scratch.makeApp()
    try scratch.git("config", "filter.loud.clean", "tr A-Z a-z")
    try scratch.git("config", "filter.loud.smudge", "tr a-z A-Z")
    try scratch.write("*.loud filter=loud\n*.dos text eol=crlf\n", to: ".gitattributes")
    try scratch.write("soup\n", to: "a.loud")
    try scratch.write("soup\n", to: "b.dos")
    try scratch.commitAll("Add files")
    try scratch.sync()
    #expect(try scratch.read("\(scratch.layout)/a.loud") == "SOUP\n")
    #expect(try scratch.read("\(scratch.layout)/b.dos") == "soup\r\n")
    let again = try scratch.sync()
    #expect(again.written == 0 && again.notes == [])
    try scratch.write("MINE\n", to: "\(scratch.layout)/a.loud")
    #expect(code { try scratch.sync() } == "edited-tree")
  }

  @Test(arguments: [false, true])
  func `a filter whose program is missing is named, until it is there`(isRequired: Bool) throws {
    try scratch.makeApp()
    try scratch.git("config", "filter.gone.clean", "cat")
    try scratch.git("config", "filter.gone.smudge", "no-such-program")
    if isRequired { try scratch.git("config", "filter.gone.required", "true") }
    try scratch.write("*.gone filter=gone\n", to: ".gitattributes")
    try scratch.write("soup\n", to: "a.gone")
    try scratch.commitAll("Add a file")
    for _ in 0..<2 {
      let error = #expect(throws: OperationError.self) { try scratch.sync() }
      #expect(error?.message.contains("'no-such-program'") == true, "\(error?.message ?? "")")
    }
    try scratch.git("config", "filter.gone.smudge", "cat")
    try scratch.sync()
    #expect(try scratch.read("\(scratch.layout)/a.gone") == "soup\n")
  }

  @Test func `a release is built from the bytes of its archive`() throws {
    try scratch.makeApp()
    try scratch.git("config", "filter.loud.smudge", "no-such-program")
    try scratch.git("config", "core.autocrlf", "true")
    try scratch.write("*.loud filter=loud\n*.dos text eol=crlf\n", to: ".gitattributes")
    for name in ["a.loud", "b.dos", "c.txt"] { try scratch.write("soup\n", to: name) }
    try scratch.commitAll("Add files")
    let layout = AppLayout(inFolder: "\(scratch.folder)/bench")
    let repository = try scratch.open()
    try layout.prepare()
    let tip = try repository.resolve("refs/heads/main")
    _ = try LayoutUpdate(
      layout: layout,
      tree: repository.commit(#require(tip)).tree,
      discardsEdits: true,
      isVerbatim: true,
      context: .test()
    ).run(in: repository)
    for name in ["a.loud", "b.dos", "c.txt"] {
      let content = try String(contentsOfFile: "\(layout.tree)/\(name)", encoding: .utf8)
      #expect(content == "soup\n")
    }
  }

  @Test func `an app is not built from the pointers of Git LFS`() throws {
    try scratch.makeApp()
    let pointer = """
      version https://git-lfs.github.com/spec/v1
      oid sha256:\(String(repeating: "0", count: 64))
      size 5

      """
    // No filter of this name is installed, as that of Git LFS may be.
    try scratch.write("*.png filter=media\n", to: ".gitattributes")
    try scratch.write(pointer, to: "logo.png")
    try scratch.commitAll("Add a picture")
    for _ in 0..<2 {
      let error = #expect(throws: OperationError.self) { try scratch.sync() }
      #expect(
        error?.message == "'logo.png' is stored by Git LFS, whose filter did not get the content"
      )
    }
    try scratch.git("config", "filter.media.smudge", "echo image")
    try scratch.git("config", "filter.media.clean", "cat \(scratch.path)/logo.png")
    try scratch.sync()
    #expect(try scratch.read("\(scratch.layout)/logo.png") == "image\n")
  }

  @Test func `pointers are checked out where Git LFS is told to leave them, and replaced later`()
    throws
  {
    try scratch.makeApp()
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n"
    try scratch.write("*.png filter=media\n", to: ".gitattributes")
    for name in ["logo.png", "Menu/oven.png"] { try scratch.write(pointer, to: name) }
    try scratch.commitAll("Add pictures")
    let sync = { (takesPointers: Bool) in
      var sync = Sync(context: .test())
      sync.takesPointers = takesPointers
      return try sync.run(in: scratch.workspace())
    }
    for written in [true, false] {
      let result = try sync(true)
      #expect((result.written > 0) == written)
      #expect(
        result.notes == [
          "'Menu/oven.png' and 1 more are checked out as Git LFS pointers, since"
            + " GIT_LFS_SKIP_SMUDGE is set: a build that needs the content fails, or is made"
            + " without it"
        ]
      )
    }
    #expect(throws: OperationError.self) { try sync(false) }
    try scratch.git("config", "filter.media.smudge", "echo image")
    try scratch.git("config", "filter.media.clean", "cat \(scratch.path)/logo.png")
    #expect(try sync(false).notes == [])
    #expect(try scratch.read("\(scratch.layout)/logo.png") == "image\n")
    #expect(try scratch.read("\(scratch.layout)/Menu/oven.png") == "image\n")
  }

  @Test(arguments: [("1", true), ("TRUE", true), ("0", false), ("", false), (nil, false)])
  func `Git LFS is told by the words that it knows`(value: String?, isWanted: Bool) {
    #expect(LargeFilePointer.isWanted { $0 == "GIT_LFS_SKIP_SMUDGE" ? value : nil } == isWanted)
  }
}
