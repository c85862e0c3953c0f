public import FlowKit

/// A picture of a meal in which some cells take the colour of the flavour.
public struct MealPicture: Sendable {
  private let picture: Picture
  /// How far each colour of the picture that a flavour replaces lies below the flavour's own, in
  /// hundredths.
  private let shades: [Picture.Colour: Int]

  /// The picture with the flavour's colour in it.
  public func coloured(by flavour: Flavour) -> Picture {
    let replacements = shades.mapValues { flavour.accent.darkened(by: $0) }
    return Picture(
      cells: picture.cells.map { row in
        row.map { colour in colour.map { replacements[$0] ?? $0 } }
      },
      plain: picture.plain,
      description: "\(picture.description), \(flavour.name.lowercased())"
    )
  }
}

extension MealPicture: Decodable {
  private enum CodingKeys: String, CodingKey {
    case palette, accents
  }

  /// Reads what `Picture` reads, and `"accents": {"x": 0, "y": 25}`: the letters of the palette
  /// that take the flavour's colour, with how many hundredths darker they are.
  public init(from decoder: any Decoder) throws {
    picture = try Picture(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let palette = try container.decode([String: Picture.Colour].self, forKey: .palette)
    let accents = try container.decode([String: Int].self, forKey: .accents)
    var shades: [Picture.Colour: Int] = [:]
    for (letter, shade) in accents {
      guard let colour = palette[letter], (0...100).contains(shade),
        shades.updateValue(shade, forKey: colour) == nil
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .accents,
          in: container,
          debugDescription: "invalid accent '\(letter)': \(shade), expected a letter of the "
            + "palette with a colour of its own, and 0 to 100"
        )
      }
    }
    self.shades = shades
  }
}

extension MealPicture {
  /// The picture of a cuisine that comes with the component; each has a file of its own.
  public static func bundled(for cuisine: CuisineID) throws(FlowFailure) -> MealPicture {
    guard cuisine.rawValue.isHyphenatedWords else {
      throw FlowFailure(.damagedMenu, "cuisine '\(cuisine)' cannot have a picture by that name")
    }
    return try BundledFile("Pictures/\(cuisine).json").decoded(as: MealPicture.self)
  }
}

extension Picture.Colour {
  fileprivate func darkened(by hundredths: Int) -> Picture.Colour {
    func channel(_ value: UInt8) -> UInt8 { UInt8(Int(value) * (100 - hundredths) / 100) }
    return Picture.Colour(red: channel(red), green: channel(green), blue: channel(blue))
  }
}
