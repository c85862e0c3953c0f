import ChefSourcing
import FlowConsole
import FlowKit
import Foundation

/// Runs the flow alone, on assignments in memory: `ChefSourcingPreview [LINK]`, where a link such
/// as `cookr://chef/thai?place=old-harbour` stands for what the app would have asked for.
@main
struct ChefSourcingPreview {
  static func main() async {
    do {
      let flow = try SourcingFlow.standard(
        assignments: InMemoryAssignmentStore(),
        environment: ProcessInfo.processInfo.environment,
        now: { Date() }
      )
      let request = try request(for: flow)
      switch await flow.start(request, on: LinePresenter.standard) {
      case .completed(let assignment): print("completed: \(assignment)")
      case .cancelled: print("cancelled")
      case .failed(let failure): throw failure
      }
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func request(for flow: SourcingFlow) throws -> SourcingRequest {
    guard let text = CommandLine.arguments.dropFirst().first else {
      return SourcingRequest(
        orderReference: "preview",
        dishes: [
          SourcingRequest.Dish(name: "Green Curry", cuisine: Cuisine(rawValue: "thai")),
          SourcingRequest.Dish(name: "Margherita Pizza", cuisine: Cuisine(rawValue: "italian")),
        ],
        wanted: LocalTime(Date(), in: .current)
      )
    }
    let link = try DeepLink(text, scheme: "cookr")
    guard link.name == SourcingFlow.linkName else {
      throw FlowFailure(
        .unknownLink,
        "the link '\(text)' is for '\(link.name)', expected '\(SourcingFlow.linkName)'",
        help: "try 'cookr://\(SourcingFlow.linkExamples[0])'"
      )
    }
    return try flow.parameters(for: link.rest)
  }
}
