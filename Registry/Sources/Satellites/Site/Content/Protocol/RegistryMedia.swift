/// The media types of the registry's resources.
package enum RegistryMedia: String {
  case json
  case zip
  case swift

  /// The exact content type of the answer.
  package var contentType: String {
    switch self {
    case .json: "application/json"
    case .zip: "application/zip"
    case .swift: "text/x-swift"
    }
  }
}
