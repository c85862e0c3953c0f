import BitCollections

/// A set of what can become of one component: left out, or taken at one of its candidates.
///
/// Choice 0 leaves the component out; choice `n` takes its `n`th candidate, oldest first.
typealias ChoiceSet = BitSet

extension ChoiceSet {
  static let leftOut = 0
}
