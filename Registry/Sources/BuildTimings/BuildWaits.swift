/// What the entries of a build waited for.
struct BuildWaits {
  /// What was brought up to date in this build.
  private let fresh: [Int64: BuildDatabase.Entry]
  private let all: [Int64: BuildDatabase.Entry]
  private var found: [Int64: Int64?] = [:]

  init(_ fresh: [Int64: BuildDatabase.Entry], _ after: BuildDatabase) {
    (self.fresh, all) = (fresh, after.entries)
  }

  /// What an entry waited for last; `nil` if for nothing that was done in this build.
  mutating func last(of entry: BuildDatabase.Entry) -> Int64? {
    var last: Int64?
    for number in entry.dependencies {
      guard let candidate = latest(number) else { continue }
      if last.map({ (end(of: $0), $0) < (end(of: candidate), candidate) }) ?? true {
        last = candidate
      }
    }
    return last
  }

  /// The entry itself, if it was done in this build, or else what it waits for.
  ///
  /// Files that were there before take no time, and some of them are known only after the command ran.
  private mutating func latest(_ number: Int64) -> Int64? {
    if let known = found[number] { return known }
    found[number] = .some(nil)
    guard let entry = all[number] else { return nil }
    let isDone = fresh[number] != nil && (entry.isCommand || !entry.dependencies.isEmpty)
    let result = isDone ? number : last(of: entry)
    found[number] = .some(result)
    return result
  }

  private func end(of number: Int64) -> Double { fresh[number]?.end ?? 0 }
}
