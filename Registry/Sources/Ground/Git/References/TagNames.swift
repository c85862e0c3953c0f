package import Base

/// The names of all tags at one moment: libgit2 reads every reference for each question about some.
package struct TagNames: Sendable {
  /// Full names, by their bytes.
  private let names: [String]

  fileprivate init(_ names: [String]) {
    self.names = names
  }

  /// The full names of the tags in a folder of tags, such as `refs/tags/Payments`.
  package func names(in folder: String) -> ArraySlice<String> {
    let start = folder + "/"
    return names[place(of: start)...].prefix { $0.utf8.starts(with: start.utf8) }
  }

  /// Whether there is a tag of that full name.
  package func contains(_ name: String) -> Bool {
    let place = place(of: name)
    return place < names.endIndex && names[place].utf8.elementsEqual(name.utf8)
  }

  /// How many names come before a text.
  private func place(of text: String) -> Int {
    var (low, high) = (names.startIndex, names.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].utf8.lexicographicallyPrecedes(text.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

extension Repository {
  /// The names of all tags, as they are now.
  package func tagNames() throws(OperationError) -> TagNames {
    TagNames(try referenceNames(matching: "refs/tags/*"))
  }
}
