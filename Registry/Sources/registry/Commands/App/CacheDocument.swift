import BuildCaching

/// What the cache of builds has.
struct CacheDocument: Document {
  let folder: String
  let builds: Int
  let files: Int
  let bytes: Int
  let limit: Int
  let places: [Place]
  let lastBuild: LastBuild?

  struct Place: Encodable {
    let name: String
    let bytes: Int
    let clone: String
    let inUse: Bool
  }

  struct LastBuild: Encodable {
    let compiled: Int
    let objectFiles: Int
  }

  init(_ report: BuildCache.Report) {
    (folder, builds, files) = (report.folder, report.builds, report.files)
    (bytes, limit) = (report.bytes, report.limit)
    places = report.places.map {
      Place(name: $0.name, bytes: $0.bytes, clone: $0.clone, inUse: $0.isInUse)
    }
    lastBuild = report.last.map { LastBuild(compiled: $0.compiled, objectFiles: $0.all) }
  }

  func text(style: Style, width: Int?) -> String {
    var lines = [
      "\(style(.bold, folder)) keeps \(counted(builds, "build")),"
        + " \(Self.size(bytes)) of at most \(Self.size(limit))"
    ]
    lines += places.map { place in
      let state = place.inUse ? "in use by" : "last used by"
      return "  \(place.name)  \(Self.size(place.bytes)), \(state) \(place.clone)"
    }
    if let lastBuild {
      lines.append(
        "the last build compiled \(lastBuild.compiled) of"
          + " \(counted(lastBuild.objectFiles, "object file"))"
      )
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func size(_ bytes: Int) -> String {
    bytes >= 1 << 30
      ? "\((bytes * 10 / (1 << 30)).asTenths) GiB" : "\((bytes * 10 / (1 << 20)).asTenths) MiB"
  }
}

extension Int {
  fileprivate var asTenths: String { "\(self / 10).\(self % 10)" }
}

/// What was found when all of it was read.
struct CacheVerificationDocument: Document {
  let files: Int
  let damagedFiles: Int
  let builds: Int
  let damagedBuilds: Int
  /// How many commands were run again, and what they compiled where it is not what was kept; `nil` if
  /// nothing was to be compiled.
  let compiled: Int?
  let different: [String]?

  init(_ result: BuildCache.Verification, compiling: Bool) {
    (files, damagedFiles) = (result.files, result.damagedFiles)
    (builds, damagedBuilds) = (result.builds, result.damagedBuilds)
    compiled = compiling ? result.compiled : nil
    different = compiling ? result.different : nil
  }

  func text(style: Style, width: Int?) -> String {
    let all = "\(counted(builds, "build")) with \(counted(files, "file"))"
    let damage =
      damagedFiles + damagedBuilds == 0
      ? "\(all) checked, none is damaged\n"
      : "\(all) checked; removed \(counted(damagedFiles, "damaged file")) and"
        + " \(counted(damagedBuilds, "build"))\n"
    return damage + (compiled.map(compilation) ?? "")
  }

  private func compilation(_ compiled: Int) -> String {
    guard let different, !different.isEmpty else {
      return compiled == 0
        ? "nothing was compiled again: no build that is kept is checked out\n"
        : "compiled \(compiled) again, with the same result\n"
    }
    return "compiled \(compiled) again, and removed the builds in which these differ:\n"
      + different.map { "  \($0)\n" }.joined()
  }
}

/// What was written to a file, or read from one.
struct CacheExchangeDocument: Document {
  let builds: Int
  let files: Int
  private let verb: String

  private enum CodingKeys: CodingKey {
    case builds, files
  }

  init(_ result: BuildCache.Exchange, verb: String) {
    (builds, files, self.verb) = (result.builds, result.files, verb)
  }

  func text(style: Style, width: Int?) -> String {
    "\(verb) \(counted(builds, "build")) with \(counted(files, "file"))\n"
  }
}

/// What could not be removed.
struct CacheCleaningDocument: Document {
  let inUse: [String]

  func text(style: Style, width: Int?) -> String {
    "the build cache is empty" + (inUse.isEmpty ? "" : " but for what is in use") + "\n"
  }
}
