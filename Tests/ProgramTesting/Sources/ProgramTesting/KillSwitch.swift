import Foundation

/// What happens to a program under test at one of its changes to the files below a folder.
///
/// The changes are counted, and the program stopped, by a library that is preloaded into it and into
/// the programs that it starts, whose changes are its own; this works on Linux only.
public struct KillSwitch: Sendable {
  /// The environment that puts the switch into a program.
  public let environment: [String: String]

  private init(folder: String, _ settings: [String: String]) {
    environment = settings.merging([
      "LD_PRELOAD": BuiltProducts.folder + "/libKillSwitch.so",
      "KILLSWITCH_LEADER": "0:0".padding(toLength: 24, withPad: " ", startingAt: 0),
      "KILLSWITCH_PATH": folder,
    ]) { setting, _ in setting }
  }

  /// Kills the program right before its change number `change`, counted from 1.
  ///
  /// With `tearing`, half of the data of that change reaches the file first.
  public static func kill(
    before change: Int,
    below folder: String,
    tearing: Bool = false
  ) -> KillSwitch {
    var settings = ["KILLSWITCH_AT": String(change)]
    if tearing { settings["KILLSWITCH_TEAR"] = "1" }
    return KillSwitch(folder: folder, settings)
  }

  /// Cuts the power right before the program's change number `change`, or right after its end if it
  /// makes fewer: what it wrote and did not sync is gone.
  ///
  /// Of a file, that is all by which it grew since it was last synced. Entries of folders stay.
  ///
  /// With `ignoringSyncs`, the program's syncs do nothing, as if it had none.
  public static func cutPower(
    before change: Int,
    below folder: String,
    ignoringSyncs: Bool = false
  ) -> KillSwitch {
    var settings = ["KILLSWITCH_AT": String(change), "KILLSWITCH_POWER": "1"]
    if ignoringSyncs { settings["KILLSWITCH_NOSYNC"] = "1" }
    return KillSwitch(folder: folder, settings)
  }

  /// Makes the change number `change`, and each after it, fail with an error of the system; with
  /// `once`, only that one.
  public static func fail(
    _ code: Int32,
    from change: Int,
    once: Bool = false,
    below folder: String
  ) -> KillSwitch {
    var settings = ["KILLSWITCH_AT": String(change), "KILLSWITCH_ERRNO": String(code)]
    if once { settings["KILLSWITCH_ONCE"] = "1" }
    return KillSwitch(folder: folder, settings)
  }

  /// Sends the program a signal right before its change number `change`, which goes ahead.
  public static func signal(
    _ number: Int32,
    before change: Int,
    below folder: String
  ) -> KillSwitch {
    KillSwitch(
      folder: folder,
      ["KILLSWITCH_AT": String(change), "KILLSWITCH_SIGNAL": String(number)]
    )
  }

  /// Lets everything pass and writes how many changes there were into `file`.
  public static func count(below folder: String, into file: String) -> KillSwitch {
    KillSwitch(folder: folder, ["KILLSWITCH_COUNT": file])
  }
}

/// Where the programs under test were built.
public enum BuiltProducts {
  /// The folder of the programs: the environment's `PROGRAMS`, or the folder of the tests.
  ///
  /// Programs that were built for release start sooner, which counts where they run thousands of times.
  public static let programs = ProcessInfo.processInfo.environment["PROGRAMS"] ?? folder

  /// The folder of the running test bundle, which is that of the products beside it.
  public static let folder: String = {
    #if os(Linux)
      let bundle = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(filePath: bundle ?? CommandLine.arguments[0]).deletingLastPathComponent().path
    #else
      // A helper of the toolchain has loaded the bundle, in whose folder Contents/MacOS this code is.
      var image = Dl_info()
      dladdr(#dsohandle, &image)
      let program = image.dli_fname.map { String(cString: $0) } ?? CommandLine.arguments[0]
      let levels = 4
      return (0..<levels).reduce(URL(filePath: program)) { url, _ in
        url.deletingLastPathComponent()
      }.path
    #endif
  }()
}
