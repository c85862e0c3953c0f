/// Text that nearly is a version, a requirement or a name, and often enough is one.
struct RandomText {
  private var generator: SplitMix

  init(seed: UInt64) {
    generator = SplitMix(seed: seed)
  }

  private static let numbers = ["0", "1", "9", "9223372036854775807", "9223372036854775808"]
  private static let words = ["alpha", "Beta", "0", "1", "x-7", "9223372036854775807"]
  private static let intruders = [
    "", "", "", ".", "-", "+", "..<", "...", "00", "_", " ", "from ", "up to the next minor from ",
    "v",
    "é", "\u{0}", "\u{200D}", "🧍", "\r\n", "٣", "\u{FFFD}",
  ]

  mutating func next() -> String {
    var parts = [pick(Self.numbers), ".", pick(Self.numbers), ".", pick(Self.numbers)]
    if Bool.random(using: &generator) { parts += ["-", pick(Self.words)] }
    if Bool.random(using: &generator) { parts += [".", pick(Self.words)] }
    if Bool.random(using: &generator) { parts += ["+", pick(Self.words)] }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: break
    case 1:
      parts.insert(pick(Self.intruders), at: Int.random(in: 0...parts.count, using: &generator))
    case 2: parts[Int.random(in: 0..<parts.count, using: &generator)] = pick(Self.intruders)
    default: parts = parts.shuffled(using: &generator).map { $0 + pick(Self.intruders) }
    }
    return parts.joined()
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &generator) ?? ""
  }
}
