/// Which incompatibilities have a term that fails, so that nothing follows from them until the
/// decision that made it fail is taken back.
struct Idleness: Sendable {
  private var isIdle: [Bool] = []
  private var noted: [(incompatibility: Int, level: Int)] = []

  subscript(incompatibility: Int) -> Bool { isIdle[incompatibility] }

  mutating func append() {
    isIdle.append(false)
  }

  mutating func note(_ incompatibility: Int, level: Int) {
    isIdle[incompatibility] = true
    noted.append((incompatibility, level))
  }

  mutating func backtrack(to level: Int) {
    while let last = noted.last, last.level > level {
      isIdle[last.incompatibility] = false
      noted.removeLast()
    }
  }
}
