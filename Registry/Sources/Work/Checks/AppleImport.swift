import Base
import Git
import ManifestEditor
import ManifestForms
package import Model
import SemverRules
import Synchronization

/// A module that only systems of Apple have, imported by a library or a plugin under all conditions.
struct AppleImport {
  let framework: String
  /// From the package's folder.
  let file: TreePath

  /// The first one in the libraries of a package; `nil` if there is none.
  init?(
    in manifest: LocatedManifest,
    among files: [TreePath],
    _ read: (TreePath) throws -> [UInt8]
  ) throws {
    // Plugins are built for whoever builds the package.
    let targets =
      LibraryProducts(manifest).targets + manifest.productTargets.filter { $0.kind == .plugin }
    let places = targets.map { target in
      "\(target.path ?? "\(target.kind == .plugin ? "Plugins" : "Sources")/\(target.name)")/"
    }
    let frameworks = AppleSystem.frameworks.subtracting(Self.ownNames(manifest))
    for file in files where file.isSwiftSource {
      guard places.contains(where: { file.string.hasPrefix($0) }) else { continue }
      let bytes = try read(file)
      // Few files name one of them: the others need not be parsed.
      guard Self.mayImport(frameworks, bytes) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let found = SourceImports.all(in: text).first(where: frameworks.contains) else {
        continue
      }
      (framework, self.file) = (found, file)
      return
    }
    return nil
  }

  /// Whether one of the names is in a line with an `import`, for whatever purpose.
  private static func mayImport(_ names: Set<String>, _ bytes: [UInt8]) -> Bool {
    let keyword = Array("import ".utf8)
    return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      guard line.firstRange(of: keyword) != nil else { return false }
      let words = String(decoding: line, as: UTF8.self).split { !$0.isLetter && !$0.isNumber }
      return words.contains { names.contains(String($0)) }
    }
  }

  /// - Parameter folder: Of the package, as a commit or a release has it.
  init?(
    in manifest: LocatedManifest,
    of folder: ComponentLayout.Folder,
    _ workspace: borrowing Workspace
  ) throws {
    // A missing tree is reported where the folders are combined.
    guard workspace.repository.contains(folder.tree) else { return nil }
    let items = try workspace.repository.listing(
      of: folder.tree,
      passesOverSubmodules: true,
      checksLinks: false,
      // Reading needs no file system; where the files are checked out, their names are tried.
      sealed: []
    ).items.filter { $0.mode != .link }
    let ids = Dictionary(items.map { ($0.path, $0.id) }) { first, _ in first }
    try self.init(in: manifest, among: items.map(\.path)) { file in
      try ids[file].map { try workspace.repository.blob($0) } ?? []
    }
  }

  /// - Parameter folder: Of the package, on the disk.
  init?(in manifest: LocatedManifest, of folder: String) throws {
    let files = try ["Sources", "Plugins"].flatMap { try LocalFile.files(below: "\(folder)/\($0)") }
      .map { try TreePath(String($0.dropFirst(folder.count + 1))) }
    try self.init(in: manifest, among: files) { file in
      try LocalFile.read("\(folder)/\(file)") ?? []
    }
  }

  func refusal(of component: String) -> OperationError {
    OperationError(
      .platformUnavailable,
      "'\(component)' imports \(framework) in '\(file)', which needs a Mac",
      help: "run this on macOS with Xcode"
    )
  }

  /// The modules that the package has or may get from others.
  private static func ownNames(_ manifest: LocatedManifest) -> Set<String> {
    var names = Set(manifest.targets.map(\.name))
    for dependency in manifest.targets.flatMap(\.dependencies) {
      switch dependency.reference {
      case .target(let name), .byName(let name), .product(let name, _): names.insert(name)
      }
    }
    return names
  }
}

/// The SDKs of the Xcode that is selected, each looked up once in a run.
final class AppleSDKs: Sendable {
  private let known = Mutex<[String: String]>([:])

  /// - Parameter name: As `xcrun` takes it, such as `iphonesimulator`.
  /// - Throws: ``OperationError/Code/platformUnavailable`` if it is not installed.
  func path(of name: String) throws(OperationError) -> String {
    if let path = known.withLock({ $0[name] }) { return path }
    let outcome = try? ToolProcess(
      program: "xcrun",
      arguments: ["--sdk", name, "--show-sdk-path"]
    ).run()
    let path = outcome?.output.split(whereSeparator: \.isNewline).last.map(String.init)
    guard outcome?.status == 0, let path, path.hasPrefix("/") else {
      throw OperationError(
        .platformUnavailable,
        "'xcrun' finds no SDK '\(name)'",
        help: "install Xcode with this platform, and select it with 'xcode-select'"
      )
    }
    known.withLock { $0[name] = path }
    return path
  }
}

/// A system of Apple other than macOS, which is built for with the SDK of its simulator.
struct AppleSystem {
  /// As `Package.swift` names it.
  let platform: String
  /// As `xcrun` names it.
  let sdk: String
  /// The end of its triple.
  let triple: String
}

extension AppleSystem {
  static let all: [BuildPlatform.SystemName: AppleSystem] = [
    .ios: AppleSystem(platform: "iOS", sdk: "iphonesimulator", triple: "ios-simulator"),
    .tvos: AppleSystem(platform: "tvOS", sdk: "appletvsimulator", triple: "tvos-simulator"),
    .visionos: AppleSystem(platform: "visionOS", sdk: "xrsimulator", triple: "xros-simulator"),
    .watchos: AppleSystem(platform: "watchOS", sdk: "watchsimulator", triple: "watchos-simulator"),
  ]

  /// The system of a triple; `nil` for macOS, and for systems of others.
  init?(triple: String) {
    let parts = triple.split(separator: "-")
    guard parts.count > 2, parts[1] == "apple",
      let system = Self.all.values.first(where: { system in
        parts[2].hasPrefix(system.triple.prefix { $0 != "-" })
      })
    else { return nil }
    self = system
  }

  /// The platforms that a `Package.swift` lists, by their names in the registry's manifest.
  static func names(of platforms: some Sequence<String>) -> [BuildPlatform.SystemName] {
    let listed = Set(platforms)
    return all.filter { listed.contains($0.value.platform) }.keys.sorted {
      $0.rawValue < $1.rawValue
    }
  }

  /// Modules that only systems of Apple have, and that no package for others is likely to declare.
  static let frameworks: Set<String> = [
    "ARKit", "AVFoundation", "AVKit", "Accelerate", "ActivityKit", "AdServices", "AdSupport",
    "AppIntents", "AppKit", "AppTrackingTransparency", "AppleArchive", "AudioToolbox",
    "AuthenticationServices", "BackgroundTasks", "CFNetwork", "CarPlay", "ClassKit", "ClockKit",
    "CloudKit", "Cocoa", "Combine", "CommonCrypto", "Contacts", "ContactsUI", "CoreAudio",
    "CoreAudioKit", "CoreBluetooth", "CoreData", "CoreGraphics", "CoreHaptics", "CoreImage",
    "CoreLocation", "CoreMIDI", "CoreML", "CoreMedia", "CoreMotion", "CoreNFC", "CoreServices",
    "CoreSpotlight", "CoreTelephony", "CoreText", "CoreTransferable", "CoreVideo", "CoreWLAN",
    "CreateML", "CryptoKit", "Darwin", "DeviceActivity", "DeviceCheck", "EventKit", "EventKitUI",
    "ExtensionKit", "ExternalAccessory", "FamilyControls", "FileProvider", "FoundationModels",
    "GLKit", "GameController", "GameKit", "GameplayKit", "HealthKit", "HomeKit", "IOKit",
    "IOSurface", "ImageIO", "IntentsUI", "JavaScriptCore", "LinkPresentation",
    "LocalAuthentication", "ManagedSettings", "MapKit", "MediaPlayer", "MediaToolbox", "MessageUI",
    "Metal", "MetalKit", "MetalPerformanceShaders", "MetricKit", "ModelIO",
    "MultipeerConnectivity", "MusicKit", "NaturalLanguage", "NetworkExtension", "OSLog",
    "ObjectiveC", "OpenGLES", "PDFKit", "PassKit", "PencilKit", "Photos", "PhotosUI", "PushKit",
    "PushToTalk", "QuartzCore", "QuickLook", "QuickLookThumbnailing", "RealityKit", "ReplayKit",
    "RoomPlan", "SafariServices", "SceneKit", "ScreenCaptureKit", "Security", "SensorKit",
    "ServiceManagement", "ShazamKit", "SoundAnalysis", "Speech", "SpriteKit", "StoreKit",
    "SwiftData", "SwiftUI", "SwiftUICore", "SystemConfiguration", "SystemExtensions", "TVUIKit",
    "TipKit", "UIKit", "UniformTypeIdentifiers", "UserNotifications", "Virtualization", "Vision",
    "VisionKit", "WatchConnectivity", "WatchKit", "WeatherKit", "WebKit", "WidgetKit", "XcodeKit",
    "XcodeProjectPlugin", "os",
  ]
}

/// Knows what can be built on the system that it runs on.
package protocol PlatformChecking: Sendable {
  /// Throws ``OperationError/Code/platformUnavailable`` if the component is for a platform that cannot
  /// be built for here. Nothing is built.
  func checkPlatforms(of layout: ComponentLayout, in workspace: borrowing Workspace) throws
}

extension PlatformChecking {
  package func checkPlatforms(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws {}
}
