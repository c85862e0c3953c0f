/// Why a text is refused before the parser sees it, with the offset of the place in bytes.
enum ManifestTextError: Error {
  /// Not Swift: a string or a comment that does not end, brackets that do not match.
  case syntax(Int)

  /// Perhaps Swift, but more than the parser gets through.
  case tooComplex(Int)
}
