#if canImport(SwiftUI)
  import FlowKit
  public import SwiftUI

  extension View {
    /// Pushes the screens of a flow on the navigation stack around this view; going back cancels the
    /// flow.
    public func flowDestination(_ screens: FlowScreens) -> some View {
      @Bindable var screens = screens
      return navigationDestination(isPresented: $screens.isShown) { FlowView(screens) }
    }
  }

  /// Shows the current question or page of a flow.
  public struct FlowView: View {
    private let screens: FlowScreens

    public init(_ screens: FlowScreens) {
      self.screens = screens
    }

    public var body: some View {
      if let screen = screens.current {
        ScreenView(screen: screen).id(ObjectIdentifier(screen))
      } else {
        ProgressView()
      }
    }
  }

  struct ScreenView: View {
    let screen: FlowScreen

    var body: some View {
      Form {
        if let problem = screen.prompt.problem {
          Text(problem.message).foregroundStyle(.red)
        }
        if let detail = screen.prompt.detail {
          Text(detail).foregroundStyle(.secondary)
        }
        question
      }
      .navigationTitle(screen.prompt.title)
    }

    @ViewBuilder private var question: some View {
      switch screen.prompt.kind {
      case .chooseOne(let choices, let suggested):
        ForEach(choices) { choice in
          Button {
            screen.answer(.choice(choice.id))
          } label: {
            ChoiceLabel(choice: choice, isMarked: choice.id == suggested)
          }
        }
      case .chooseSeveral(let choices, let count):
        SeveralView(screen: screen, choices: choices, count: count)
      case .quantity(let range, let suggested):
        QuantityView(screen: screen, range: range, number: suggested)
      case .text(let suggested):
        LineView(screen: screen, suggested: suggested)
      case .confirm:
        Button("Yes") { screen.answer(.confirmed(true)) }
        Button("No") { screen.answer(.confirmed(false)) }
      case .page(let page, let waits):
        PageView(page: page)
        if waits { Button("Continue") { screen.answer(.seen) } }
      }
    }
  }

  struct ChoiceLabel: View {
    let choice: Choice
    let isMarked: Bool

    var body: some View {
      HStack {
        VStack(alignment: .leading) {
          Text(choice.label)
          if let detail = choice.detail { Text(detail).foregroundStyle(.secondary) }
        }
        Spacer()
        if isMarked { Image(systemName: "checkmark") }
      }
    }
  }

  struct SeveralView: View {
    let screen: FlowScreen
    let choices: [Choice]
    let count: ClosedRange<Int>
    @State private var chosen: Set<Choice.ID>

    init(screen: FlowScreen, choices: [Choice], count: ClosedRange<Int>) {
      self.screen = screen
      self.choices = choices
      self.count = count
      _chosen = State(initialValue: Set(screen.prompt.preselected))
    }

    var body: some View {
      ForEach(choices) { choice in
        Button {
          if chosen.remove(choice.id) == nil { chosen.insert(choice.id) }
        } label: {
          ChoiceLabel(choice: choice, isMarked: chosen.contains(choice.id))
        }
      }
      Button("Continue") {
        // In the order of the choices in the question.
        screen.answer(.choices(choices.map(\.id).filter(chosen.contains)))
      }
      .disabled(!count.contains(chosen.count))
    }
  }

  struct QuantityView: View {
    let screen: FlowScreen
    let range: ClosedRange<Int>
    @State var number: Int

    var body: some View {
      Stepper("\(number)", value: $number, in: range)
      Button("Continue") { screen.answer(.quantity(number)) }
    }
  }

  struct LineView: View {
    let screen: FlowScreen
    let suggested: String?
    @State private var line = ""

    var body: some View {
      TextField(suggested ?? "", text: $line)
      Button("Continue") {
        screen.answer(.text(line.isEmpty ? suggested ?? "" : line))
      }
    }
  }

  struct PageView: View {
    let page: Page

    var body: some View {
      if let picture = page.picture {
        Text(picture.plain.joined(separator: "\n"))
          .monospaced()
          .accessibilityLabel(picture.description)
      }
      ForEach(Array(page.lines.enumerated()), id: \.offset) { _, line in
        switch line {
        case .text(let text, let role): Text(text).foregroundStyle(role.color)
        case .field(let name, let value, let role):
          LabeledContent(name) { Text(value).foregroundStyle(role.color) }
        case .gap: Divider()
        }
      }
    }
  }

  extension TextRole {
    var color: Color {
      switch self {
      case .plain, .heading, .strong: .primary
      case .muted: .secondary
      case .success: .green
      case .warning: .orange
      case .failure: .red
      }
    }
  }
#endif
