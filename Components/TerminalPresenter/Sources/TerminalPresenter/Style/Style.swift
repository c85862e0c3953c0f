import FlowKit

struct Style: Hashable, Sendable {
  /// The letters' colour; nil for the terminal's own.
  var foreground: Colour?
  /// The colour behind the letters; nil for the terminal's own.
  var background: Colour?
  var isBold = false
  var isFaint = false

  static let plain = Style()

  /// `text`, which must be printable, in this style as far as `depth` knows it.
  func rendering(_ text: String, at depth: ColourDepth) -> String {
    guard depth > .none else { return text }
    var codes: [String] = []
    if isBold { codes.append("1") }
    if isFaint { codes.append("2") }
    if let code = foreground?.code(at: depth, isBackground: false) { codes.append(code) }
    if let code = background?.code(at: depth, isBackground: true) { codes.append(code) }
    guard !codes.isEmpty else { return text }
    return "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}

enum Colour: Hashable, Sendable {
  case theme(Theme)
  case exact(Picture.Colour)

  /// The colours that each terminal theme defines, in the order of their SGR codes.
  enum Theme: Int, Hashable, Sendable {
    case black, red, green, yellow, blue, magenta, cyan, white
  }

  /// What sets the colour by SGR (ECMA-48, 8.3.117), without the introducer; nil where `depth` has
  /// no such colour.
  func code(at depth: ColourDepth, isBackground: Bool) -> String? {
    guard depth > .none else { return nil }
    switch self {
    case .theme(let theme):
      return String((isBackground ? 40 : 30) + theme.rawValue)
    case .exact(let colour):
      let layer = isBackground ? "48" : "38"
      switch depth {
      case .none, .standard: return nil
      case .palette: return "\(layer);5;\(colour.paletteIndex)"
      case .full: return "\(layer);2;\(colour.red);\(colour.green);\(colour.blue)"
      }
    }
  }
}

extension Picture.Colour {
  /// The nearest colour of xterm's palette: its cube of 6×6×6 or its 24 greys.
  var paletteIndex: Int {
    let cube = [red, green, blue].map(Self.nearestCubeStep)
    let cubeColour = cube.map { Self.cubeSteps[$0] }
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let greyStep = min(23, max(0, (mean - 3) / 10))
    let grey = 8 + 10 * greyStep
    if distance(to: [grey, grey, grey]) < distance(to: cubeColour) { return 232 + greyStep }
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
  }

  private static let cubeSteps = [0, 95, 135, 175, 215, 255]

  private static func nearestCubeStep(_ channel: UInt8) -> Int {
    let value = Int(channel)
    return cubeSteps.indices.min { abs(cubeSteps[$0] - value) < abs(cubeSteps[$1] - value) } ?? 0
  }

  private func distance(to other: [Int]) -> Int {
    zip([red, green, blue], other).reduce(0) { sum, pair in
      let difference = Int(pair.0) - pair.1
      return sum + difference * difference
    }
  }
}

/// How many colours a stream can show.
public enum ColourDepth: Int, Sendable, CaseIterable, Comparable {
  /// No escape sequences for colour or weight at all.
  case none
  /// The 16 colours that the person's theme defines.
  case standard
  case palette
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
