import Documenting
import Errors
import RegistryModel
import Versioning

/// The releases whose documentation was asked for.
struct DocsDocument: Document {
  private let releases: [Documented]
  private let folder: String

  init(_ releases: [Documented], folder: String) {
    (self.releases, self.folder) = (releases, folder)
  }

  var hasFailures: Bool { releases.contains { $0.failure != nil } }

  var members: JSONMembers { ["folder": folder, "releases": releases] }

  func text(style: Style, width: Int?) -> String {
    guard !releases.isEmpty else { return "nothing is released yet\n" }
    var text = ""
    for release in releases {
      text += "\(style(.bold, "\(release.component) \(release.version)")) \(release.words)\n"
    }
    return text + "  \(style(.dim, "folder"))  \(folder.printable)\n"
  }
}

extension Documented: JSONObjectRepresentable {
  var members: JSONMembers {
    [
      "component": component,
      "version": version,
      "outcome": code,
      "modules": modules,
      "failure": failure?.message,
    ]
  }

  fileprivate var failure: OperationError? {
    if case .failed(let error) = outcome { error } else { nil }
  }

  private var modules: [String] {
    if case .built(let modules) = outcome { modules } else { [] }
  }

  private var code: String {
    switch outcome {
    case .built: "built"
    case .present: "present"
    case .noLibrary: "no-library"
    case .failed: "failed"
    }
  }

  fileprivate var words: String {
    switch outcome {
    case .built(let modules): "is documented: \(modules.joined(separator: ", "))"
    case .present: "is documented already"
    case .noLibrary: "has no library to document"
    case .failed(let error): "is not documented: \(error.message.printable)"
    }
  }
}
