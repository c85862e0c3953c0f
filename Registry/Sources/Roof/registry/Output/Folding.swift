import Base

extension Array {
  /// The elements one by one, but where more than `most` have something in common, all of these at the
  /// place of the first.
  func folded<Key: Hashable>(moreThan most: Int = 0, by key: (Element) -> Key) -> [[Element]] {
    let groups = Dictionary(grouping: self, by: key)
    var seen: Set<Key> = []
    return compactMap { element in
      let common = key(element)
      guard let group = groups[common], group.count > most else { return [element] }
      return seen.insert(common).inserted ? group : nil
    }
  }
}

extension [OperationError] {
  /// One error in place of many that only follow from others.
  ///
  /// - Parameter words: Says what so many have in common.
  func foldingConsequences(_ code: OperationError.Code, _ words: (Int) -> String) -> Self {
    let consequences = filter { $0.code == code }
    guard consequences.count > 3 else { return self }
    return filter { $0.code != code } + [
      OperationError(
        code,
        words(consequences.count),
        help: "see the errors above, then run the command again; '--json' lists all"
      )
    ]
  }
}
