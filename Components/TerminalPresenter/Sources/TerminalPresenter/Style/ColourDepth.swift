/// How many colours a stream can show.
public enum ColourDepth: Int, Sendable, CaseIterable, Comparable {
  /// No escape sequences for colour or weight at all.
  case none
  /// The 16 colours that the person's theme defines.
  case standard
  /// The palette of 256.
  case palette
  /// 24 bits a colour.
  case full

  public static func < (first: Self, second: Self) -> Bool {
    first.rawValue < second.rawValue
  }

  /// Reads what a person and their terminal ask for.
  ///
  /// `NO_COLOR` (not empty) and `CLICOLOR=0` mean none. `FORCE_COLOR` and `CLICOLOR_FORCE` (not
  /// empty, not `0`) mean at least 16, for a stream that is no terminal too; `FORCE_COLOR=0` means
  /// none, `2` the palette, `3` all. Otherwise a terminal's `COLORTERM` and `TERM` decide.
  init(environment: [String: String], isTerminal: Bool) {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    if value("NO_COLOR") != nil || value("FORCE_COLOR") == "0" || value("FORCE_COLOR") == "false" {
      self = .none
      return
    }
    let detected = Self(term: value("TERM"), colourTerm: value("COLORTERM"))
    switch value("FORCE_COLOR") {
    case "2": self = .palette
    case "3": self = .full
    case .some: self = max(.standard, detected)
    case nil:
      if let force = value("CLICOLOR_FORCE"), force != "0" {
        self = max(.standard, detected)
      } else if value("CLICOLOR") == "0" || !isTerminal {
        self = .none
      } else {
        self = detected
      }
    }
  }

  private init(term: String?, colourTerm: String?) {
    guard let term, term != "dumb" else {
      self = .none
      return
    }
    if ["truecolor", "24bit"].contains(colourTerm?.lowercased()) || term.hasSuffix("-direct") {
      self = .full
    } else if term.contains("256") {
      self = .palette
    } else {
      self = .standard
    }
  }
}
