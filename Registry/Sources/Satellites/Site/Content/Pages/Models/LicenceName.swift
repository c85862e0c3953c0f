/// The usual name of a licence, by its text.
enum LicenceName {
  /// In the order in which they are looked for: some texts contain the name of another licence.
  private static let known: [(name: String, phrases: [String])] = [
    ("Apache 2.0", ["apache license", "version 2.0"]),
    ("MPL 2.0", ["mozilla public license", "2.0"]),
    ("AGPL 3.0", ["gnu affero general public license", "version 3"]),
    ("LGPL 3.0", ["gnu lesser general public license", "version 3"]),
    ("LGPL 2.1", ["gnu lesser general public license", "version 2.1"]),
    ("GPL 3.0", ["gnu general public license", "version 3"]),
    ("GPL 2.0", ["gnu general public license", "version 2"]),
    ("MIT", ["permission is hereby granted, free of charge"]),
    ("ISC", ["permission to use, copy, modify, and/or distribute this software for any purpose"]),
    ("BSD 3-Clause", ["redistribution and use in source and binary forms", "neither the name"]),
    ("BSD 2-Clause", ["redistribution and use in source and binary forms"]),
    ("Unlicense", ["this is free and unencumbered software"]),
  ]

  /// Texts of licences say what they are at their beginning.
  private static let relevant = 4 << 10

  /// `nil` for a text that is none of those that most packages have.
  static func of(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix(relevant), as: UTF8.self).lowercased()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return known.first { $0.phrases.allSatisfy(text.contains) }?.name
  }
}
