import Base
import Git
package import Model

extension Workspace {
  /// The configured limit of the cache, in bytes.
  package func cacheLimit() throws -> Int {
    let standard = 10 << 30
    guard let value = try repository.configuration()["registry.cachesize"] else { return standard }
    let units = ["k": 10, "m": 20, "g": 30]
    let shift = value.last.flatMap { units[$0.lowercased()] }
    guard let number = Int(shift == nil ? value[...] : value.dropLast()), number >= 0,
      number.leadingZeroBitCount > (shift ?? 0) + 1
    else {
      throw OperationError(
        .invalidPath,
        "invalid value '\(value)' of 'registry.cacheSize' in git's configuration, expected a size"
          + " such as '20g'"
      )
    }
    return number << (shift ?? 0)
  }
}
