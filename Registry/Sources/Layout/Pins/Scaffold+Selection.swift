import Errors
import RegistryModel
import Versioning
import Workspace

extension Manifest {
  /// The selected scaffold: the one named, or the only one, or the only one with that product.
  func scaffold(
    meant text: String?,
    product: String? = nil
  ) throws(OperationError) -> (name: ScaffoldName, scaffold: Scaffold) {
    if let text { return try unifyingErrors { try scaffold(named: text) } }
    let known = scaffolds.keys.map(\.text).sorted()
    guard let (name, scaffold) = scaffolds.first else { throw .noScaffold }
    guard known.count == 1 else {
      let named = scaffolds.filter { $0.value.product != nil && $0.value.product == product }
      if named.count == 1, let (name, scaffold) = named.first { return (name, scaffold) }
      throw OperationError(
        .severalScaffolds,
        "the manifest lists \(known.count) apps, expected one to be named",
        help: "name one of them with '--app': \(known.joined(separator: ", "))"
      )
    }
    return (name, scaffold)
  }
}

extension OperationError {
  static let noScaffold = OperationError(
    .noScaffold,
    "the manifest lists no app",
    help: "add it under \"apps\", as in \"app\": { \"path\": \".\", \"pins\": {} }"
  )
}
