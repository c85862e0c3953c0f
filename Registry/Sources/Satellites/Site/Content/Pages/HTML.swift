import Base

/// HTML in which every value is escaped.
///
/// A string literal is markup of the program; what is inserted into it is text, and is escaped, unless it
/// is HTML itself:
///
///     let row: HTML = "<li>\(name) <b>\(version)</b></li>"
///
/// An optional text cannot be inserted: what a page shows where there is none is always said, by
/// ``StringInterpolation/appendInterpolation(_:_:)`` or an `if` of an ``HTMLBuilder``.
struct HTML: Sendable {
  let text: String

  /// - Parameter text: Markup that is complete, such as that of a Markdown text.
  init(finished text: String) {
    self.text = text
  }
}

extension HTML: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) {
    text = value
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    mutating func appendInterpolation(_ value: String) {
      text += value.escapedForHTML
    }

    mutating func appendInterpolation(_ number: Int) {
      text += number.description
    }

    mutating func appendInterpolation(_ html: HTML) {
      text += html.text
    }

    /// Markup for a value that may be missing; nothing where it is.
    mutating func appendInterpolation<Value>(_ value: Value?, _ html: (Value) -> HTML) {
      if let value { text += html(value).text }
    }

    /// Markup for each of several values, one behind the other.
    mutating func appendInterpolation<Values: Sequence>(
      each values: Values,
      _ html: (Values.Element) -> HTML
    ) {
      for value in values { text += html(value).text }
    }

    /// Markup that is there only sometimes, such as an attribute.
    mutating func appendInterpolation(if condition: Bool, _ html: HTML) {
      if condition { text += html.text }
    }
  }
}

/// Puts lines of HTML below each other; `if` and `for` are those of the language.
@resultBuilder
enum HTMLBuilder {
  static func buildExpression(_ html: HTML) -> HTML {
    html.text.isEmpty || html.text.hasSuffix("\n") ? html : HTML(finished: html.text + "\n")
  }

  static func buildBlock(_ parts: HTML...) -> HTML {
    buildArray(parts)
  }

  static func buildArray(_ parts: [HTML]) -> HTML {
    HTML(finished: parts.map(\.text).joined())
  }

  static func buildOptional(_ part: HTML?) -> HTML {
    part ?? ""
  }

  static func buildEither(first part: HTML) -> HTML {
    part
  }

  static func buildEither(second part: HTML) -> HTML {
    part
  }
}

extension HTML {
  /// Several lines as one value.
  static func lines(@HTMLBuilder _ lines: () -> HTML) -> HTML {
    lines()
  }

  static func link(_ text: String, _ path: String) -> HTML {
    #"<a href="\#(path)">\#(text)</a>"#
  }

  static func code(_ text: String) -> HTML {
    "<code>\(text)</code>"
  }

  static func muted(_ text: String) -> HTML {
    #"<span class="muted">\#(text)</span>"#
  }

  /// A word that stands out.
  ///
  /// - Parameter tone: The class of the style sheet for its colours.
  static func chip(_ text: String, _ tone: Tone? = nil) -> HTML {
    #"<span class="chip\#(tone, { " \($0.rawValue)" })">\#(text)</span>"#
  }

  enum Tone: String, Sendable {
    case good
    case warn
    case bad
  }

  /// The title of a page, and what is said of it.
  static func title(_ title: HTML, _ rest: HTML) -> HTML {
    .lines {
      #"<div class="title">"#
      "<h1>\(title)</h1>"
      rest
      "</div>"
    }
  }

  /// Lines to copy as they are.
  ///
  /// - Parameter label: What they are, for those who do not see it.
  static func copyable(_ text: String, _ label: String) -> HTML {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map { word -> HTML in
      // A line must not end behind the hyphens of an option.
      word.hasPrefix("--") ? #"<span class="whole">\#(String(word))</span>"# : "\(String(word))"
    }
    let code = HTML(finished: words.map(\.text).joined(separator: " "))
    return #"<pre class="copy" tabindex="0" aria-label="\#(label)"><code>\#(code)</code></pre>"#
  }

  /// A table whose rows are small tables on narrow screens; the first cell is what the row is of.
  ///
  /// - Parameter cells: As many as there are titles.
  static func table<Rows: Sequence>(
    _ titles: [String],
    _ rows: Rows,
    _ cells: (Rows.Element) -> [HTML]
  ) -> HTML {
    .lines {
      #"<table class="stacked" role="table">"#
      #"""
      <thead role="rowgroup"><tr role="row">\#(each: titles, {
        #"<th role="columnheader" scope="col">\#($0)</th>"#
      })</tr></thead>
      """#
      #"<tbody role="rowgroup">"#
      for row in rows {
        let cells = cells(row)
        #"""
        <tr role="row"><th role="rowheader" scope="row">\#(cells[0])</th>\#(each: zip(titles, cells).dropFirst(), {
          #"<td role="cell" data-label="\#($0.0)">\#($0.1)</td>"#
        })</tr>
        """#
      }
      "</tbody>"
      "</table>"
    }
  }
}
