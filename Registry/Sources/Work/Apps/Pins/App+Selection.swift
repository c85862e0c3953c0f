import Base
import Model
import Versions

extension Manifest {
  /// The selected app: the one named, or the only one, or the only one with that product.
  func app(
    meant text: String?,
    product: String? = nil
  ) throws(OperationError) -> (name: AppName, app: App) {
    if let text { return try unifyingErrors { try app(named: text) } }
    let known = apps.keys.map(\.text).sorted()
    guard let (name, app) = apps.first else { throw .noApp }
    guard known.count == 1 else {
      let named = apps.filter { $0.value.product != nil && $0.value.product == product }
      if named.count == 1, let (name, app) = named.first { return (name, app) }
      throw OperationError(
        .severalApps,
        "the manifest lists \(known.count) apps, expected one to be named",
        help: "name one of them with '--app': \(known.joined(separator: ", "))"
      )
    }
    return (name, app)
  }
}

extension OperationError {
  static let noApp = OperationError(
    .noApp,
    "the manifest lists no app",
    help: "add it under \"apps\", as in \"app\": { \"path\": \".\", \"pins\": {} }"
  )
}
