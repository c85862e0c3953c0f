import CLibFuzzer
@testable import RegistryContent

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads any text as the notes of a release, and shows them on a page: nothing of them is markup there.
@main struct FuzzNotes {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        FuzzNotes.run(UnsafeBufferPointer(start: start, count: count))
        return 0
      }
    )
  }

  private struct Page: Sendable {
    struct Release: Sendable {
      let blocks: [NotesMarkup.Block]
    }

    let releases: [Release]
  }

  private static let renderer: PageRenderer = {
    // Without templates there is nothing to fuzz.
    do { return try PageRenderer() } catch { fatalError("the templates are ours: \(error)") }
  }()

  private static let empty = tags(on: [])

  private static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let notes = NotesMarkup(String(decoding: input, as: UTF8.self))
    let expected = empty + notes.blocks.reduce(0) { $0 + tags(of: $1) }
    precondition(tags(on: notes.blocks) == expected)
  }

  private static func tags(on blocks: [NotesMarkup.Block]) -> Int {
    let html = renderer.html(Page(releases: [Page.Release(blocks: blocks)]), .component)
    let (opened, closed) = (html.utf8.count { $0 == 0x3C }, html.utf8.count { $0 == 0x3E })
    precondition(opened == closed)
    return opened
  }

  /// By the template of notes.
  private static func tags(of block: NotesMarkup.Block) -> Int {
    let texts = [block.heading, block.paragraph].compactMap(\.self) + (block.list?.items ?? [])
    let code = texts.reduce(0) { $0 + $1.spans.count(where: \.isCode) }
    return 2 * (texts.count + code) + (block.list == nil ? 0 : 2) + (block.code == nil ? 0 : 4)
  }
}
