/// Something to see rather than to answer: a title, a picture, lines.
public struct Page: Sendable, Hashable {
  /// What the page is about.
  public let title: String
  /// Shown above the lines.
  public let picture: Picture?
  /// From top to bottom.
  public let lines: [Line]

  public init(title: String, picture: Picture? = nil, lines: [Line] = []) {
    self.title = title
    self.picture = picture
    self.lines = lines
  }

  /// One line of a page.
  public enum Line: Sendable, Hashable {
    /// Running text, which a presenter may wrap.
    case text(String, role: TextRole = .plain)
    /// A name and its value, such as a summary's total.
    case field(String, String, role: TextRole = .plain)
    /// Empty space.
    case gap
  }
}

/// What a piece of text means; the presenter's style guide decides what that looks like.
public enum TextRole: Sendable, Hashable, CaseIterable {
  /// Nothing in particular.
  case plain
  /// The name of what follows.
  case heading
  /// Less important than what stands around it.
  case muted
  /// More important than what stands around it.
  case strong
  /// Good news.
  case success
  /// Something to look at twice.
  case warning
  /// Bad news.
  case failure
}
