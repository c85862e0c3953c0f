import Model
import Testing

/// Archives within all limits that are as much work as one can be.
struct LargeArchiveTests {
  /// 60 folders whose names are not in the form in which strings are compared.
  private static let folder =
    "menu/" + String(repeating: "u\u{308}e\u{301}o\u{308}a\u{30A}i\u{300}/", count: 59)

  private static let entries = (0..<10_000).map { Zip.Entry("\(folder)\($0)") }

  /// It takes minutes when each path is looked at once for each of its folders.
  @Test(.timeLimit(.minutes(10)))
  func `unpacking accepts the greatest number of files and folders`() {
    #expect(refusal(Zip(Self.entries).bytes) == nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `the same with a link`() {
    let link = Zip.Entry.link("\(Self.folder)link", to: "0")
    #expect(refusal(Zip(Self.entries.dropLast() + [link]).bytes) == nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `unpacking accepts the greatest number of links with the longest targets`() {
    let target = String(repeating: "./", count: 510) + "Docs"
    let links = (0..<9_999).map { number in
      number < 5_000
        ? Zip.Entry.link("menu/\(number)", to: target)
        : Zip.Entry.link("menu/Links/\(number)", to: "../0")
    }
    #expect(refusal(Zip(links + [.init("menu/Docs/a")]).bytes) == nil)
  }
}
