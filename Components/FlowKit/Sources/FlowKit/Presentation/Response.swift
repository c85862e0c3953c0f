/// What a presenter answers to a prompt.
public enum Response: Sendable, Hashable {
  /// The chosen one, by its identifier.
  case choice(Choice.ID)
  /// The chosen ones, in the order they were chosen.
  case choices([Choice.ID])
  /// A whole number.
  case quantity(Int)
  /// A line of text.
  case text(String)
  /// Yes or no.
  case confirmed(Bool)
  /// The page was seen.
  case seen
}
