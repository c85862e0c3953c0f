package import Base
package import Checks
import Content
package import Model
package import Versions

/// Builds the documentation of releases with DocC, as files for a web server.
package struct BuildDocumentation: Sendable {
  /// A component as it was typed; `nil` for all.
  private let component: String?
  /// The version to document; `nil` for the newest release of each.
  private let version: SemanticVersion?
  private let includesUploads: Bool
  private let folder: DocumentationFolder
  private let toolchain: StockToolchain
  private let progress: @Sendable (OperationProgress) -> Void

  /// - Parameters:
  ///   - includesUploads: Whether releases that others uploaded are built, too.
  ///   - progress: Told what is being done: it may take minutes.
  package init(
    of component: String?,
    _ version: SemanticVersion?,
    includesUploads: Bool,
    in folder: DocumentationFolder,
    with toolchain: StockToolchain,
    progress: @escaping @Sendable (OperationProgress) -> Void
  ) {
    (self.component, self.version, self.folder) = (component, version, folder)
    self.includesUploads = includesUploads
    (self.toolchain, self.progress) = (toolchain, progress)
  }

  /// Builds what is missing, and returns the results in the order of the components' names.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> [Documented] {
    try unifyingErrors {
      guard let tip = workspace.tip else { throw OperationError.noCommit() }
      return try withExtendedLifetime(folder.lock(waiting: { progress("\($0)") })) {
        try folder.moveScripts()
        let state = try workspace.state(at: tip)
        if let component {
          let (name, _) = try state.manifest.component(named: component)
          return [try document(name, isOnly: true, state, workspace)].compactMap(\.self)
        }
        return try state.manifest.components.keys.sorted().compactMap { name in
          try document(name, isOnly: false, state, workspace)
        }
      }
    }
  }

  /// - Parameter isOnly: Whether what prevents it is an error of the run.
  /// - Returns: `nil` if there is no release.
  private func document(
    _ name: ComponentName,
    isOnly: Bool,
    _ state: RegistryState,
    _ workspace: borrowing Workspace
  ) throws -> Documented? {
    let log = try workspace.log(of: name, in: state)
    let release: Release
    if let chosen = version ?? log.greatestAvailable?.version {
      release = try log.release(chosen, of: name)
    } else if isOnly {
      throw OperationError(
        .notFound,
        "'\(name)' has no release to document",
        help: "release it with 'registry bump \(name)'"
      )
    } else {
      return nil
    }
    var documented = Documented(component: name, version: release.version)
    let place = folder.place(of: name, release.version)
    guard LocalFile.kind(at: place) == nil else { return documented }
    if release.isUploaded, !includesUploads {
      guard isOnly else {
        documented.outcome = .uploaded
        return documented
      }
      throw OperationError(
        .notEvaluated,
        "'\(name)' \(release.version) was uploaded, and documenting it runs its code",
        help: "'--uploads' documents it, confined to a folder of its own"
      )
    }
    do {
      let layout = try ComponentLayout(of: name, asReleased: release, state: state, in: workspace)
      let modules = try toolchain.explaining(
        "'\(name)' \(release.version) cannot be documented",
        help: { _ in "'registry audit \(name)' shows whether it builds" }
      ) {
        try folder.write(name, release.version) { new in
          let built = try toolchain.document(
            layout,
            at: folder.base(of: name, release.version),
            in: new,
            isUploaded: release.isUploaded,
            workspace: workspace,
            progress: { progress($0.part(of: "\(name) \(release.version): ")) }
          )
          if let interface = built.interface { try DocumentationFolder.add(interface, to: new) }
          return built.modules
        }
      }
      documented.outcome = modules.isEmpty ? .noLibrary : .built(modules)
    } catch {
      let error = OperationError(error)
      guard !isOnly, error.code.concern == .component || error.code == .notEvaluated else {
        throw error
      }
      documented.outcome = .failed(error)
    }
    return documented
  }
}

/// The result of documenting one release.
package struct Documented: Sendable {
  /// The result of a build.
  package enum Outcome: Sendable {
    /// DocC wrote pages for these modules.
    case built([String])
    case present
    case noLibrary
    /// Not documented, since others uploaded it.
    case uploaded
    case failed(OperationError)
  }

  package let component: ComponentName
  package let version: SemanticVersion
  package internal(set) var outcome = Outcome.present
}
