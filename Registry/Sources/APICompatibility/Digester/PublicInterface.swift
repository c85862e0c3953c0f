package import Processes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The public interface of modules: the digester's output without non-public declarations and
/// without those of other packages.
///
/// Documentation/Decisions/api-comparison.md says what is left out and why.
package struct PublicInterface: Sendable {
  /// As the digester reads it.
  package let json: [UInt8]

  /// - Parameter text: As the digester wrote it.
  package init(
    digesterText text: [UInt8],
    modules: [String]
  ) throws(ProcessError) {
    do {
      let value = try JSONDecoder().decode(SDKValue.self, from: Data(text))
      let filter = InterfaceFilter(modules: Set(modules))
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      json = Array(try encoder.encode(filter.filtered(value)))
    } catch {
      throw Self.unreadable(error)
    }
  }

  /// - Parameter json: As it was kept; `nil` if that is damaged.
  package init?(keptText json: [UInt8]) {
    self.json = json
    guard (try? declarations()) != nil else { return nil }
  }

  func declarations() throws(ProcessError) -> InterfaceDeclarations {
    do {
      return InterfaceDeclarations(
        try JSONDecoder().decode(InterfaceDeclarations.Text.self, from: Data(json)).ABIRoot
      )
    } catch {
      throw Self.unreadable(error)
    }
  }

  /// The modules whose types occur in it, its own and those of others.
  package func usedModules() throws(ProcessError) -> Set<String> {
    try declarations().usedModules
  }

  private static func unreadable(_ error: any Error) -> ProcessError {
    ProcessError(
      .digesterFailed,
      "the output of 'swift-api-digester' cannot be read: \(error)",
      help: "this toolchain may not be supported: skip the check with '--no-api-check'"
    )
  }
}
