/// The state of an open bracket, for ``BracketStack``.
///
/// `<` is taken for a bracket until something says that it is an operator.
struct BracketFrame {
  let closer: String

  /// How many brackets in a row hold what may be a type.
  var typeDepth = 0

  /// How often the parser steps over what is in it as a whole.
  var passes = 0

  /// Whether what was seen of it could be a type.
  var isType = true

  /// Whether a default value is being stepped over.
  var isDefaultValue = false

  /// The ternaries and arrows that have no right side yet.
  var openTernaries = 0
  var arrows = 0

  var row = TokenRow()
  private var errors: ErrorPasses

  /// - Parameter parent: `nil` for the file itself.
  init(closer: String, in parent: BracketFrame?) {
    self.closer = closer
    passes = parent?.passes ?? 0
    errors = ErrorPasses(closer: closer, isTypeBody: parent?.errors.opensTypeBody ?? false)
  }

  var lookaheads: Int {
    passes + row.count + (isType && typeDepth > 0 ? 1 << min(typeDepth, 20) : 0)
  }

  /// Whether there is more in a row than anybody writes.
  var isTooLong: Bool {
    typeDepth > Self.greatestTypeDepth || openTernaries > Self.greatestRow
      || arrows > Self.greatestRow || row.isTooLong
  }

  mutating func take(_ token: ManifestToken, _ text: String, after previous: BracketStack.Taken?) {
    row.take(token, text)
    passes += errors.take(token, text, after: previous)
  }

  private static let greatestTypeDepth = 12
  private static let greatestRow = 32
}
