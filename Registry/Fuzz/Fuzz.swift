import CLibFuzzer
import CLibrary

/// Gives one target the input that libFuzzer makes: `fuzz TARGET` and libFuzzer's arguments.
@main struct Fuzz {
  private static let target = CommandLine.arguments.dropFirst().first
    .flatMap(FuzzTarget.init(rawValue:))

  static func main() {
    guard target != nil else {
      let names = FuzzTarget.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      print("fuzz: expected one of \(names) as the first argument")
      exit(64)
    }
    // What libFuzzer takes for the name of the program is that of the target.
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      CommandLine.unsafeArgv + 1
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        Fuzz.target?.run(UnsafeBufferPointer(start: start, count: count))
        return 0
      }
    )
  }
}
