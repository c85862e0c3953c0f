package import ManifestEditor

/// A place in a text file.
package struct SourcePlace: Hashable, Sendable {
  /// The name or path of the file; `nil` for a text that is not in a file.
  package var file: String?
  /// The line and column; `nil` for the whole file.
  package var position: SourcePosition?
  /// The keys of the value, as in `components.ChefSourcing.version`; `nil` for all of a file, or
  /// one that is not JSON.
  package var keyPath: String?

  package init(file: String? = nil, at position: SourcePosition? = nil, keyPath: String? = nil) {
    self.file = file
    self.position = position
    self.keyPath = keyPath
  }
}

extension SourcePlace: CustomStringConvertible {
  /// The place as compilers write it, such as `Package.swift:7:9` or
  /// `registry.json:4: components.Menu`.
  package var description: String {
    let start = [file, position?.description].compactMap(\.self).joined(separator: ":")
    return [start.isEmpty ? nil : start, keyPath].compactMap(\.self).joined(separator: ": ")
  }
}
