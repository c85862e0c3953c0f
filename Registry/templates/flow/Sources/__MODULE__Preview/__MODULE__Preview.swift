import FlowConsole
import FlowKit
import __MODULE__

/// Runs the flow alone; a link such as `greet/Welcome` takes the place of the example.
@main
struct __MODULE__Preview {
  static func main() async {
    await Preview("greet/Hello") { GreetingFlow() }.run()
  }
}
