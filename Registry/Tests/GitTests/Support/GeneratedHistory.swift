/// A history from a seed, with merges, for `git fast-import`.
struct GeneratedHistory {
  private var random: UInt64
  /// The stream that makes it; mark N is commit N.
  private(set) var stream = ""

  /// Builds `commits` commits on `lines` lines of development that touch `paths`.
  init(seed: UInt64, commits: Int, lines: Int, commitsASecond: Int, paths: [String]) {
    random = seed
    var tips: [Int] = []
    for mark in 1...commits {
      let line = tips.count < lines ? tips.count : next(lines)
      let isNew = line == tips.count
      let parent = isNew ? (tips.isEmpty ? nil : tips[next(tips.count)]) : tips[line]
      // With several commits a second the order of equal times counts too.
      stream += """
        commit refs/heads/line-\(line)
        mark :\(mark)
        committer Ada <ada@example.com> \(1_700_000_000 + mark / commitsASecond) +0000
        data 1
        \(mark % 10)

        """
      if let parent { stream += "from :\(parent)\n" }
      if let other = tips.randomElementOrNil(&self), other != parent, next(4) == 0 {
        stream += "merge :\(other)\n"
      }
      // Few contents, so that lines come to the same content independently.
      let content = "\(next(3))"
      stream += "M 100644 inline \(paths[next(paths.count)])\ndata 1\n\(content)\n"
      if isNew { tips.append(mark) } else { tips[line] = mark }
    }
  }

  fileprivate mutating func next(_ bound: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % bound
  }
}

extension [Int] {
  fileprivate func randomElementOrNil(_ history: inout GeneratedHistory) -> Int? {
    isEmpty ? nil : self[history.next(count)]
  }
}
