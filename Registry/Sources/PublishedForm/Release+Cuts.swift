package import GitValues
package import RegistryModel

extension Release {
  /// The edits that remove references to private components from its manifests.
  package var cuts: [TreePath: [SourceEdit]] { edits.cuts }
}

extension [TreePath: [SourceEdit]] {
  /// The edits with an empty replacement.
  package var cuts: [TreePath: [SourceEdit]] {
    mapValues { $0.filter(\.replacement.isEmpty) }.filter { !$0.value.isEmpty }
  }
}
