/// What a manifest says when the toolchain runs it.
package struct EvaluatedManifest: Hashable, Sendable {
  let name: String
  /// Those with a URL and no requirement are required by branch or revision.
  let dependencies: [PackageDependency]
  let products: [PackageProduct]
  let targets: [PackageTarget]
}
