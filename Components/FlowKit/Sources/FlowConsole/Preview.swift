public import FlowKit
import Foundation

/// Runs a flow on its own, in a program that takes a link.
///
/// ```swift
/// @main
/// struct GreetingPreview {
///   static func main() async {
///     await Preview("greet/Hello") { GreetingFlow() }.run()
///   }
/// }
/// ```
public struct Preview<Flow: LinkedFlow>: Sendable {
  private let link: String
  private let makeFlow: @Sendable () async throws -> Flow
  private let describe: @Sendable (Flow.Output) -> String

  /// Describes a preview.
  ///
  /// - Parameters:
  ///   - example: the link that starts the flow, without its scheme; the program's first argument
  ///     takes its place.
  ///   - arguments: the program's name and arguments.
  ///   - describe: what the flow completed with, as a line.
  ///   - makeFlow: makes the flow, with all that it needs kept in memory.
  public init(
    _ example: String,
    arguments: [String] = CommandLine.arguments,
    describe: @escaping @Sendable (Flow.Output) -> String = { "\($0)" },
    makeFlow: @escaping @Sendable () async throws -> Flow
  ) {
    link = arguments.dropFirst().first ?? example
    self.makeFlow = makeFlow
    self.describe = describe
  }

  /// Runs the flow on standard input and output, and ends the process with status 1 if it fails.
  public func run() async {
    let hasFailed = await !run(on: LinePresenter.standard) { print($0) }
    if hasFailed { exit(1) }
  }

  /// Runs the flow on a presenter, and says in a line how it ended.
  ///
  /// - Returns: whether it completed or was cancelled.
  public func run(on presenter: any Presenter, writeLine: (String) -> Void) async -> Bool {
    switch await result(on: presenter) {
    case .completed(let output): writeLine("\n\(describe(output))")
    case .cancelled: writeLine("\ncancelled")
    case .failed(let failure):
      writeLine("failed: \(failure)")
      return false
    }
    return true
  }

  private func result(on presenter: any Presenter) async -> FlowResult<Flow.Output> {
    do {
      let flow = try await makeFlow()
      let deepLink = try DeepLink("preview://\(link)", scheme: "preview")
      guard deepLink.name == Flow.linkName else {
        throw FlowFailure(
          .unknownLink,
          "the link '\(link)' is for '\(deepLink.name)', expected '\(Flow.linkName)'"
        )
      }
      return await flow.start(try flow.parameters(for: deepLink.rest), on: presenter)
    } catch {
      return FlowResult(endedBy: error)
    }
  }
}
