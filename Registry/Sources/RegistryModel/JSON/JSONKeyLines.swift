/// The keys of an object with their lines, while it is read.
struct JSONKeyLines {
  private var few: [(key: String, line: Int)] = []
  private var many: [String: Int] = [:]

  /// Up to here a look at each is shorter than a hash.
  private static let few = 16

  /// The line of the same key, if it was there before.
  mutating func insert(_ key: String, line: Int) -> Int? {
    if many.isEmpty {
      if let first = few.first(where: { $0.key == key }) { return first.line }
      few.append((key, line))
      if few.count > Self.few {
        many = Dictionary(few.map { ($0.key, $0.line) }) { first, _ in first }
      }
      return nil
    }
    return many.updateValue(line, forKey: key)
  }
}
