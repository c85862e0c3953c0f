/// A set of what can become of one component: left out, or taken at one of its candidates.
///
/// Choice 0 leaves the component out; choice `n` takes its `n`th candidate, oldest first. Sets of
/// one component are made with the same number of choices. Up to 128 of them need no memory beside
/// the value itself, so that the solver's innermost steps allocate nothing.
struct ChoiceSet: Hashable, Sendable {
  static let leftOut = 0

  private var first: UInt128
  private var rest: [UInt128]

  private init(first: UInt128, rest: [UInt128]) {
    self.first = first
    self.rest = rest
  }

  /// The choices of `range`, of a component that has `count` of them.
  init(_ range: Range<Int>, of count: Int) {
    first = Self.word(0, of: range)
    rest = (1..<max(1, Self.words(for: count))).map { Self.word($0, of: range) }
  }

  init(_ choice: Int, of count: Int) {
    self.init(choice..<(choice + 1), of: count)
  }

  var isEmpty: Bool {
    first == 0 && rest.allSatisfy { $0 == 0 }
  }

  var count: Int {
    rest.reduce(first.nonzeroBitCount) { $0 + $1.nonzeroBitCount }
  }

  func contains(_ choice: Int) -> Bool {
    let (word, bit) = choice.quotientAndRemainder(dividingBy: UInt128.bitWidth)
    return (word == 0 ? first : rest[word - 1]) >> UInt128(bit) & 1 == 1
  }

  mutating func insert(_ choice: Int) {
    let (word, bit) = choice.quotientAndRemainder(dividingBy: UInt128.bitWidth)
    if word == 0 { first |= 1 << UInt128(bit) } else { rest[word - 1] |= 1 << UInt128(bit) }
  }

  func isSubset(of other: ChoiceSet) -> Bool {
    guard first & ~other.first == 0 else { return false }
    for index in rest.indices where rest[index] & ~other.rest[index] != 0 { return false }
    return true
  }

  func isDisjoint(with other: ChoiceSet) -> Bool {
    guard first & other.first == 0 else { return false }
    for index in rest.indices where rest[index] & other.rest[index] != 0 { return false }
    return true
  }

  func intersection(_ other: ChoiceSet) -> ChoiceSet {
    combined(with: other) { $0 & $1 }
  }

  func union(_ other: ChoiceSet) -> ChoiceSet {
    combined(with: other) { $0 | $1 }
  }

  func subtracting(_ other: ChoiceSet) -> ChoiceSet {
    combined(with: other) { $0 & ~$1 }
  }

  /// The newest candidate of the set, or leaving out where there is none.
  var newest: Int? {
    for (index, word) in ([first] + rest).enumerated().reversed() where word != 0 {
      return (index + 1) * UInt128.bitWidth - 1 - word.leadingZeroBitCount
    }
    return nil
  }

  /// The members, leaving out first and then the oldest candidate first.
  var members: [Int] {
    (0..<(1 + rest.count) * UInt128.bitWidth).filter(contains)
  }

  private func combined(
    with other: ChoiceSet,
    _ operation: (UInt128, UInt128) -> UInt128
  ) -> ChoiceSet {
    ChoiceSet(
      first: operation(first, other.first),
      rest: rest.isEmpty ? [] : zip(rest, other.rest).map(operation)
    )
  }

  private static func words(for count: Int) -> Int {
    (count + UInt128.bitWidth - 1) / UInt128.bitWidth
  }

  private static func word(_ index: Int, of range: Range<Int>) -> UInt128 {
    let start = index * UInt128.bitWidth
    let bits = range.clamped(to: start..<(start + UInt128.bitWidth))
    guard !bits.isEmpty else { return 0 }
    return (UInt128.max >> UInt128(UInt128.bitWidth - bits.count))
      << UInt128(bits.lowerBound - start)
  }
}
