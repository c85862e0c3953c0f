/// A piece of a manifest's text as far as ``ParserGuard`` tells them apart.
struct ManifestToken {
  enum Kind {
    /// An identifier or a keyword.
    case word
    case number

    /// A regular expression, or the part of a string up to its end or to an interpolation.
    case literal

    /// `(`, `[` or `{`.
    case opener

    /// `)`, `]` or `}`.
    case closer

    /// `#if`, `#available` and others.
    case directive

    /// One of `, : ; . @ \`.
    case punctuation

    /// One or more characters of operators, `?`, `!`, `<` and `->` among them.
    case operators
  }

  let kind: Kind

  /// In bytes of the manifest.
  let range: Range<Int>
  let startsLine: Bool
}

extension ManifestToken {
  /// The words that are keywords wherever they are, except those that are values.
  static let keywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "fileprivate", "for", "func",
    "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "static",
    "struct", "subscript", "switch", "throw", "throws", "try", "typealias", "var", "where", "while",
  ]

  /// Keywords only where the grammar has a place for them.
  static let contextualKeywords: Set = [
    "__owned", "__shared", "_const", "_local", "actor", "any", "async", "await", "borrow",
    "borrowing", "consume", "consuming", "convenience", "copy", "dependsOn", "didSet", "discard",
    "distributed", "dynamic", "each", "final", "get", "indirect", "infix", "isolated", "lazy",
    "macro", "module", "mutating", "nonisolated", "nonmutating", "of", "open", "optional",
    "override", "package", "postfix", "prefix", "reasync", "required", "scoped", "sending", "set",
    "some", "then", "unowned", "unsafe", "using", "weak", "willSet", "yield",
  ]
}
