import Apps
import Model

/// What the cache of builds has.
struct CacheDocument: Document {
  let report: BuildCache.Report
  /// Whether builds use it without an option.
  let isOn: Bool

  var members: JSONMembers {
    [
      "on": isOn,
      "folder": report.folder,
      "builds": report.builds,
      "files": report.files,
      "bytes": report.bytes,
      "limit": report.limit,
      "places": report.places.map {
        ["name": $0.name, "bytes": $0.bytes, "clone": $0.clone, "inUse": $0.isInUse] as JSONMembers
      },
      "lastBuild": report.last.map {
        ["compiled": $0.compiled, "objectFiles": $0.all] as JSONMembers
      },
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var lines = [
      isOn
        ? "the cache is on"
        : "the cache is off: switch it on with 'git config --global registry.cache true'",
      "\(style(.bold, report.folder)) keeps \(counted(report.builds, "build")),"
        + " \(Self.size(report.bytes)) of at most \(Self.size(report.limit))",
    ]
    lines += report.places.map { place in
      let state = place.isInUse ? "in use by" : "last used by"
      return "  \(place.name)  \(Self.size(place.bytes)), \(state) \(place.clone)"
    }
    if let last = report.last {
      lines.append(
        "the last build compiled \(last.compiled) of \(counted(last.all, "object file"))"
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
  let result: BuildCache.Verification
  /// Whether commands were to be run again.
  let isCompiling: Bool

  var members: JSONMembers {
    [
      "files": result.files,
      "damagedFiles": result.damagedFiles,
      "builds": result.builds,
      "damagedBuilds": result.damagedBuilds,
      "compiled": isCompiling ? result.compiled : nil,
      "different": isCompiling ? result.different : nil,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    let all = "\(counted(result.builds, "build")) with \(counted(result.files, "file"))"
    let damage =
      result.damagedFiles + result.damagedBuilds == 0
      ? "\(all) checked, none is damaged\n"
      : "\(all) checked; removed \(counted(result.damagedFiles, "damaged file")) and"
        + " \(counted(result.damagedBuilds, "build"))\n"
    return damage + (isCompiling ? compilation : "")
  }

  private var compilation: String {
    guard result.different.isEmpty else {
      return "compiled \(result.compiled) again, and removed the builds in which these differ:\n"
        + result.different.map { "  \($0)\n" }.joined()
    }
    return result.compiled == 0
      ? "nothing was compiled again: no build that is kept is checked out\n"
      : "compiled \(result.compiled) again, with the same result\n"
  }
}

/// What was written to a file, or read from one.
struct CacheExchangeDocument: Document {
  let result: BuildCache.Exchange
  let verb: String

  var members: JSONMembers { ["builds": result.builds, "files": result.files] }

  func text(style: Style, width: Int?) -> String {
    "\(verb) \(counted(result.builds, "build")) with \(counted(result.files, "file"))\n"
  }
}

/// What could not be removed.
struct CacheCleaningDocument: Document {
  let inUse: [String]

  var members: JSONMembers { ["inUse": inUse] }

  func text(style: Style, width: Int?) -> String {
    "the build cache is empty" + (inUse.isEmpty ? "" : " but for what is in use") + "\n"
  }
}
