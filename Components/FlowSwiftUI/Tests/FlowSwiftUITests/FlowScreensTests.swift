import FlowKit
import FlowSwiftUI
import FlowTesting
import Testing

@MainActor
struct FlowScreensTests {
  /// Asks for a name and a confirmation, between two pages.
  private struct GreetingFlow: SequentialFlow {
    typealias Parameters = String
    typealias Output = String

    func run(_ greeting: String, on presenter: any Presenter) async throws -> String {
      try await presenter.show(Page(title: "Welcome"))
      let name = try await presenter.ask(.text("name", "Your name?"))
      try await presenter.show(Page(title: name), waits: true)
      return "\(greeting), \(name)"
    }
  }

  private let screens = FlowScreens()

  /// Starts the flow, and answers each screen as a view would.
  private func result(
    answering answer: @escaping @MainActor (FlowScreen) -> Void
  ) async -> FlowResult<String> {
    let (results, continuation) = AsyncStream<FlowResult<String>>.makeStream()
    screens.start(GreetingFlow(), "Hello") { continuation.yield($0) }
    #expect(screens.isRunning)
    // Kept alive, since the next screen could get its address.
    var last: AnyObject?
    let person = Task {
      while !Task.isCancelled {
        if let screen = screens.current, last !== screen {
          last = screen
          answer(screen)
        }
        await Task.yield()
      }
    }
    defer { person.cancel() }
    return await results.one()
  }

  @Test func `a screen takes only its first answer`() async {
    var titles: [String] = []
    let result = await result { screen in
      titles.append(screen.prompt.title)
      switch screen.prompt.kind {
      case .text:
        screen.answer(.text("Ada"))
        screen.answer(.text("Bea"))
      default: screen.answer(.seen)
      }
    }
    #expect(result == .completed("Hello, Ada"))
    #expect(titles.suffix(2) == ["Your name?", "Ada"])
    #expect(!screens.isRunning)
    #expect(screens.current == nil)
  }

  @Test func `going back cancels the flow`() async {
    let result = await result { screen in
      if case .text = screen.prompt.kind { screen.leave() }
    }
    #expect(result == .cancelled)
    #expect(screens.current == nil)
  }

  @Test func `leaving the screens cancels the flow`() async {
    let result = await result { [screens] screen in
      if case .text = screen.prompt.kind { screens.leave() }
    }
    #expect(result == .cancelled)
  }

  @Test func `starting a flow cancels the one that runs`() async {
    let (results, continuation) = AsyncStream<FlowResult<String>>.makeStream()
    screens.start(GreetingFlow(), "First") { continuation.yield($0) }
    let second = await result { screen in
      screen.answer(screen.prompt.key == "name" ? .text("Ada") : .seen)
    }
    #expect(second == .completed("Hello, Ada"))
    let first = await results.one()
    #expect(first == .cancelled)
  }
}

extension AsyncStream where Element == FlowResult<String> {
  @MainActor
  fileprivate func one() async -> Element {
    for await result in self { return result }
    return .failed(.abandoned)
  }
}
