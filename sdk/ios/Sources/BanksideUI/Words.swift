import Foundation

/// The few words of the SDK's own, in the user's language.
enum Words {
  static var payment: String { localized("payment") }
  static var back: String { localized("back") }
  static var close: String { localized("close") }
  static var loading: String { localized("loading") }
  static var cannotLoad: String { localized("cannotLoad") }
  static var tryAgain: String { localized("tryAgain") }
  /// The same in all our languages.
  static let ok = "OK"

  private static func localized(_ key: String) -> String {
    NSLocalizedString(key, tableName: "Bankside", bundle: bundle, comment: "")
  }

  #if SWIFT_PACKAGE
    private static let bundle = Bundle.module
  #else
    private static let bundle: Bundle = {
      let own = Bundle(for: Marker.self)
      return own.url(forResource: "Bankside", withExtension: "bundle").flatMap(Bundle.init(url:)) ?? own
    }()
    private final class Marker {}
  #endif
}
