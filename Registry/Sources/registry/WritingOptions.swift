import ArgumentParser
import RegistryOperations

/// What every verb that writes takes.
struct WritingOptions: ParsableArguments {
  @Flag(help: "Print what would be written, and write nothing.")
  var dryRun = false

  func context(_ console: Console) -> WriteContext {
    WriteContext(progress: { console.showPassing($0) })
  }
}
