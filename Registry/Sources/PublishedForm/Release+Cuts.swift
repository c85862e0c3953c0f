package import GitValues
package import RegistryModel

extension Release {
  /// The edits that take out of its manifests what needs private components.
  package var cuts: [TreePath: [SourceEdit]] { edits.cuts }
}

extension [TreePath: [SourceEdit]] {
  /// Those that put nothing in the place of what they take out.
  package var cuts: [TreePath: [SourceEdit]] {
    mapValues { $0.filter(\.replacement.isEmpty) }.filter { !$0.value.isEmpty }
  }
}
