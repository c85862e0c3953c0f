/// Content to show without a question: a title, a picture and lines.
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

/// The meaning of a piece of text; the presenter decides how it looks.
public enum TextRole: Sendable, Hashable, CaseIterable {
  case plain
  case heading
  case muted
  case strong
  case success
  case warning
  case failure
}

/// A small picture: coloured cells for a presenter with colours, and text for one without.
public struct Picture: Sendable, Hashable {
  /// Rows of cells from top to bottom, all of one width; nil is transparent.
  public let cells: [[Colour?]]
  /// The same picture as lines of text.
  public let plain: [String]
  /// What the picture shows, for a person who cannot see it.
  public let description: String

  /// A colour in sRGB, 8 bits a channel.
  public struct Colour: Sendable, Hashable {
    public let red, green, blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// Makes a picture from cells and text.
  ///
  /// Shorter rows are filled up with transparent cells.
  public init(cells: [[Colour?]], plain: [String], description: String) {
    let width = cells.map(\.count).max() ?? 0
    self.cells = cells.map { $0 + Array(repeating: nil, count: width - $0.count) }
    self.plain = plain
    self.description = description
  }
}

extension Picture: Decodable {
  private enum CodingKeys: String, CodingKey {
    case palette, rows, plain, description
  }

  /// Reads `{"palette": {"g": "#2E8B57"}, "rows": [".gg."], "plain": ["~~"], "description": "…"}`;
  /// a letter that the palette lacks is transparent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let colours = try container.decode([String: Colour].self, forKey: .palette)
    self.init(
      cells: try container.decode([String].self, forKey: .rows).map { row in
        row.map { colours[String($0)] }
      },
      plain: try container.decode([String].self, forKey: .plain),
      description: try container.decode(String.self, forKey: .description)
    )
  }
}

extension Picture.Colour {
  /// Reads `#rrggbb`.
  public init?(hexadecimal text: String) {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.count == 6,
      digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let value = UInt32(digits, radix: 16)
    else { return nil }
    self.init(
      red: UInt8(value >> 16),
      green: UInt8(value >> 8 & 0xFF),
      blue: UInt8(value & 0xFF)
    )
  }
}

extension Picture.Colour: Decodable {
  /// Reads a text of the form `#rrggbb`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let colour = Self(hexadecimal: text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "invalid colour '\(text)', expected '#rrggbb'"
      )
    }
    self = colour
  }
}
