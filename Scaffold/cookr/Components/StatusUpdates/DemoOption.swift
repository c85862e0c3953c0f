import ArgumentParser

/// What the commands take that follow an order.
struct DemoOption: ParsableArguments {
  @Flag(help: "Simulate the kitchen instead of waiting for one.")
  var demo = false
}
