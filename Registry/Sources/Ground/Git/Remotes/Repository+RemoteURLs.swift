package import Base

extension Repository {
  /// The URL of each remote by its name, as the configuration has it.
  package func remoteURLs() throws(OperationError) -> [String: String] {
    let configuration = try configuration()
    let (prefix, suffix) = ("remote.", ".url")
    var urls: [String: String] = [:]
    for key in configuration.keys where key.hasPrefix(prefix) && key.hasSuffix(suffix) {
      let name = String(key.dropFirst(prefix.count).dropLast(suffix.count))
      if !name.isEmpty { urls[name] = configuration[key] }
    }
    return urls
  }
}
