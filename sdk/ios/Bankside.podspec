Pod::Spec.new do |spec|
  spec.name = "Bankside"
  spec.module_name = "BanksideSDK"
  spec.version = "0.1.0"
  spec.summary = "Pay by bank from an app: creates a Bankside transaction and shows its checkout"
  spec.homepage = "https://github.com/bankside/bankside"
  spec.license = { :type => "MIT", :file => "LICENSE" }
  spec.author = "the Bankside contributors"
  spec.source = { :git => "https://github.com/bankside/bankside-ios.git", :tag => spec.version.to_s }
  spec.platform = :ios, "15.0"
  spec.swift_versions = ["5.9"]
  spec.source_files = "Sources/**/*.swift"
  spec.resource_bundles = {
    "Bankside" => ["Sources/BanksideUI/Resources/*.lproj", "Sources/BanksideCore/PrivacyInfo.xcprivacy"],
  }
end
