/// Something to see rather than to answer: a title, a picture, lines.
public struct Page: Sendable, Hashable {
  public let title: String
  public let picture: Picture?
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
    case field(String, String, role: TextRole = .plain)
    case gap
  }
}

/// What a piece of text means; the presenter's style guide decides what that looks like.
public enum TextRole: Sendable, Hashable, CaseIterable {
  case plain
  case heading
  case muted
  case strong
  case success
  case warning
  case failure
}
