public import FlowKit

extension TerminalCapabilities {
  /// The page as text, with the styles that this output shows.
  public func text(of page: Page) -> String {
    let width = guide.depth == .none ? Self.widthOfFiles : device.size.columns
    return PageLayout(guide: guide, width: width).lines(page)
      .map { $0.rendered(at: guide.depth) + "\n" }
      .joined()
  }

  /// A line of text with a label before it, such as "error: ", in the label's style.
  public func line(_ text: String, labelled label: String, _ part: StyleGuide.Part) -> String {
    StyledLine(label, guide.style(part)).appending(text).rendered(at: guide.depth) + "\n"
  }

  /// How many columns a page takes where nothing says how wide it is shown.
  private static let widthOfFiles = 100
}
