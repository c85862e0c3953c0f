import Base

/// Whether the output has colors.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}

/// Colors and weights of a terminal, or nothing at all.
struct Style: Sendable {
  enum Look: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  private let isEnabled: Bool

  /// Without a choice, colors only for a terminal that knows them, unless `NO_COLOR` is set.
  init(for stream: Stream, _ choice: ColorChoice) {
    let isForbidden = CurrentProcess.variable("NO_COLOR")?.isEmpty == false
    let isWanted = !isForbidden && CurrentProcess.variable("TERM") != "dumb"
    switch choice {
    case .auto: self.init(isEnabled: isWanted && stream.isTerminal)
    case .always: self.init(isEnabled: true)
    case .never: self.init(isEnabled: false)
    }
  }

  init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// A line that says what can be done; nothing where there is no help.
  func help(_ text: String?, indent: Int = 2) -> String {
    let margin = String(repeating: " ", count: indent)
    return text.map { "\(margin)\(self(.bold, "help:")) \($0.printable)\n" } ?? ""
  }

  func callAsFunction(_ look: Look, _ text: String) -> String {
    isEnabled && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension StringProtocol {
  /// Without what a terminal would obey instead of show: text in a repository may come from anyone.
  var printable: String {
    var clean = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar != "\n" && scalar != "\t", .format, .lineSeparator,
        .paragraphSeparator, .surrogate:
        clean += scalar.escaped(asASCII: true)
      default: clean.unicodeScalars.append(scalar)
      }
    }
    return clean
  }
}
