// swift-tools-version:5.9
import PackageDescription

let package = Package(
  name: "Bankside",
  defaultLocalization: "en",
  platforms: [.iOS(.v15), .macOS(.v12)],
  products: [
    .library(name: "BanksideCore", targets: ["BanksideCore"]),
    .library(name: "BanksideUI", targets: ["BanksideUI"]),
  ],
  targets: [
    .target(name: "BanksideCore", resources: [.copy("PrivacyInfo.xcprivacy")]),
    .target(name: "BanksideUI", dependencies: ["BanksideCore"], resources: [.process("Resources")]),
    .testTarget(name: "BanksideCoreTests", dependencies: ["BanksideCore"]),
  ]
)
