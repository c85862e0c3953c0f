import APICompatibility
import Errors
import Files
import PackageManifest
import Processes
import Versioning
package import Workspace

extension StockToolchain {
  /// Writes the documentation of a component's libraries as a web server gives it, by DocC.
  ///
  /// - Parameters:
  ///   - base: The path that `folder` has on the web server.
  ///   - folder: An empty folder, which gets a folder for each module.
  /// - Returns: The modules, sorted; none if the component has no library.
  package func document(
    _ layout: ComponentLayout,
    at base: String,
    in folder: String,
    workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> [String] {
    let products = try products(of: layout, in: workspace)
    guard !products.modules.isEmpty else { return [] }
    let name = layout.component.text
    let toolchain = try toolchain.get(orSkip: nil)
    // Those of other systems differ in what is conditional, and people read one.
    guard let target = try targets(of: layout, toolchain, in: workspace).first else { return [] }
    return try Bench.with(layout, toolchain, for: target, in: workspace, progress: progress) {
      build in
      progress("building \(name)")
      let graphs = try build.symbolGraphs(of: products.modules) {
        progress("building \(name): \($0)")
      }
      var documented: [String] = []
      for module in products.modules {
        let files = try LocalFile.names(in: graphs).filter {
          $0 == "\(module).symbols.json" || $0.hasPrefix("\(module)@")
        }
        guard !files.isEmpty else { continue }
        progress("documenting \(module)")
        let own = try TemporaryFolder()
        for file in files {
          try LocalFile.fill("\(own.path)/\(file)", with: LocalFile.read("\(graphs)/\(file)") ?? [])
        }
        let sources = "\(build.package)/\(products.folders[module] ?? "Sources/\(module)")"
        try convert(
          [
            "--additional-symbol-graph-dir", own.path,
            "--fallback-display-name", module,
            "--fallback-bundle-identifier", "\(name).\(module)",
            "--transform-for-static-hosting", "--hosting-base-path", "\(base)/\(module)",
            "--output-path", "\(folder)/\(module)",
          ],
          catalog: try Self.catalog(in: sources),
          toolchain.programs
        )
        documented.append(module)
      }
      return documented
    }
  }

  /// The public interface of a component's libraries, which is built if no comparison has read it yet;
  /// `nil` if there is none, or if the compiler writes none.
  package func publicInterface(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> PackageInterface? {
    let products = try products(of: layout, in: workspace)
    let toolchain = try toolchain.get(orSkip: nil)
    guard !products.modules.isEmpty,
      let target = try targets(of: layout, toolchain, in: workspace).first
    else { return nil }
    let reading = try reading(toolchain, for: target, in: workspace)
    let key = reading.key(of: layout, products)
    do {
      return try reading.interface(of: layout, products, key, in: workspace, progress)
    } catch let error as OperationError where error.code == .noInterface {
      return nil
    }
  }

  private func convert(
    _ arguments: [String],
    catalog: String?,
    _ programs: String
  ) throws(OperationError) {
    let outcome = try ToolProcess(
      program: "\(programs)/docc",
      arguments: ["convert"] + [catalog].compactMap(\.self) + arguments
    ).run()
    guard outcome.status != 0 else { return }
    // Warnings of the documentation come before it.
    let lines = outcome.output.split(whereSeparator: \.isNewline)
    let fault = lines.last { $0.lowercased().contains("error:") } ?? lines.last ?? "no reason given"
    throw OperationError(.buildFailed, ", since DocC fails: \(fault)")
  }

  /// The folder with articles and pictures of a module; `nil` if there is none.
  private static func catalog(in folder: String) throws -> String? {
    guard LocalFile.kind(at: folder) == .directory else { return nil }
    let name = try LocalFile.names(in: folder).sorted().first { $0.hasSuffix(".docc") }
    return name.map { "\(folder)/\($0)" }
  }
}
