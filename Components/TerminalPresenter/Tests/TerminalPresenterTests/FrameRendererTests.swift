import FlowTesting
import Testing

@testable import TerminalPresenter

struct FrameRendererTests {
  private let size = WindowSize(columns: 30, rows: 10)

  private func frame(_ lines: [String], caret: Frame.Caret? = nil) -> Frame {
    Frame(lines.map { StyledLine($0) }, caret: caret)
  }

  @Test func `a frame is drawn below what is there, and the next in its place`() {
    var renderer = FrameRenderer(guide: .monochrome)
    var screen = ScreenMemory(columns: 30, rows: 10)
    screen.write("$ cookr\r\n")
    screen.write(renderer.draw(frame(["? Which?", "› a", "  b"]), in: size))
    #expect(screen.text == ["$ cookr", "? Which?", "› a", "  b"])
    #expect(!screen.showsCaret)
    screen.write(renderer.draw(frame(["? Which?", "  a", "› b", "", "  hint"]), in: size))
    #expect(screen.text == ["$ cookr", "? Which?", "  a", "› b", "", "  hint"])
    screen.write(renderer.draw(frame(["? Which?", "  a"]), in: size))
    #expect(screen.text == ["$ cookr", "? Which?", "  a"])
  }

  @Test func `the caret stands where the frame wants it`() {
    var renderer = FrameRenderer(guide: .monochrome)
    var screen = ScreenMemory(columns: 30, rows: 10)
    let caret = Frame.Caret(row: 1, column: 4)
    screen.write(renderer.draw(frame(["? Where?", "› ab", "", "  hint"], caret: caret), in: size))
    #expect(screen.caret == (1, 4))
    #expect(screen.showsCaret)
  }

  @Test func `the end leaves the lines that stay and the caret below them`() {
    var renderer = FrameRenderer(guide: .monochrome)
    var screen = ScreenMemory(columns: 30, rows: 10)
    screen.write(renderer.draw(frame(["? Which?", "› a", "  b"]), in: size))
    screen.write(renderer.finish(with: [StyledLine("? Which? a")], in: size))
    #expect(screen.text == ["? Which? a"])
    #expect(screen.caret == (1, 0))
    #expect(screen.showsCaret)
  }

  @Test(arguments: [nil, Frame.Caret(row: 2, column: 18)])
  func `a window that was made narrower leaves nothing of the old frame`(caret: Frame.Caret?) {
    var renderer = FrameRenderer(guide: .monochrome)
    var screen = ScreenMemory(columns: 30, rows: 10)
    screen.write("$ cookr\r\n")
    let wide = frame(
      ["? Which of the many dishes?", "› a", "  12 Baker Street, London"],
      caret: caret
    )
    screen.write(renderer.draw(wide, in: size))
    screen.narrow(to: 12)
    let narrow = frame(["? Which of", "› a", "  b"])
    screen.write(renderer.draw(narrow, in: WindowSize(columns: 12, rows: 10)))
    #expect(screen.text == ["$ cookr", "? Which of", "› a", "  b"])
  }

  @Test(arguments: 0..<32)
  func `whatever was drawn before, the screen shows the last frame`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var renderer = FrameRenderer(guide: .monochrome)
    var screen = ScreenMemory(columns: 30, rows: 10)
    screen.write("$ cookr\r\n")
    let words = ["", "› Pad Thai", "  麻婆豆腐", "  Bibimbap 🍚 and much more than fits in", "x"]
    for _ in 0..<40 {
      let count = Int.random(in: 1...9, using: &random)
      // The last line says something, so that it is seen to be there.
      let lines = (1..<count).map { _ in words.randomElement(using: &random) ?? "" } + ["end"]
      let caret = Frame.Caret(
        row: Int.random(in: 0..<count, using: &random),
        column: Int.random(in: 0..<40, using: &random)
      )
      let next = frame(lines, caret: Bool.random(using: &random) ? caret : nil)
      screen.write(renderer.draw(next, in: size))
      let expected = lines.map { $0.truncated(to: 29, ellipsis: "…") }
      #expect(screen.text == ["$ cookr"] + expected)
    }
  }
}
