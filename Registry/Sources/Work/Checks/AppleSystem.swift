import Model

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
    "AVFoundation", "AVKit", "Accelerate", "ActivityKit", "AppIntents", "AppKit",
    "AppTrackingTransparency", "AudioToolbox", "AuthenticationServices", "BackgroundTasks",
    "CarPlay", "CloudKit", "Cocoa", "Combine", "CommonCrypto", "Contacts", "CoreAudio",
    "CoreBluetooth", "CoreData", "CoreGraphics", "CoreHaptics", "CoreImage", "CoreLocation",
    "CoreML", "CoreMedia", "CoreMotion", "CoreServices", "CoreSpotlight", "CoreTelephony",
    "CoreText", "CoreVideo", "CryptoKit", "Darwin", "EventKit", "GameKit", "HealthKit", "HomeKit",
    "ImageIO", "LinkPresentation", "LocalAuthentication", "MapKit", "MessageUI", "MetalKit",
    "MetricKit", "MultipeerConnectivity", "NaturalLanguage", "OSLog", "ObjectiveC", "PassKit",
    "Photos", "PhotosUI", "QuartzCore", "RealityKit", "SafariServices", "SceneKit", "SpriteKit",
    "StoreKit", "SwiftData", "SwiftUI", "SystemConfiguration", "UIKit", "UniformTypeIdentifiers",
    "UserNotifications", "VisionKit", "WatchConnectivity", "WatchKit", "WebKit", "WidgetKit", "os",
  ]
}
