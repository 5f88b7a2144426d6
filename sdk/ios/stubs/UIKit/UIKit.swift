// On Apple's systems Foundation has the network.
@_exported import Foundation
@_exported import FoundationNetworking

@MainActor
open class UIResponder: NSObject {}

@MainActor
open class UIView: UIResponder {
  override public init() {}
  open var backgroundColor: UIColor?
  open var isHidden = false
  open var isOpaque = true
  open var translatesAutoresizingMaskIntoConstraints = true
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  open var widthAnchor: NSLayoutDimension { NSLayoutDimension() }
  open var layoutMarginsGuide: UILayoutGuide { UILayoutGuide() }
  open var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide() }
  open var window: UIWindow? { nil }
  open func addSubview(_ view: UIView) {}
}

extension NSObject {
  @MainActor
  public var accessibilityLabel: String? {
    get { nil }
    set {}
  }
}

@MainActor
open class UILayoutGuide: NSObject {
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  open var widthAnchor: NSLayoutDimension { NSLayoutDimension() }
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
}

@MainActor
open class NSLayoutAnchor<Kind: AnyObject>: NSObject {
  open func constraint(equalTo anchor: NSLayoutAnchor<Kind>) -> NSLayoutConstraint { NSLayoutConstraint() }
  open func constraint(equalTo anchor: NSLayoutAnchor<Kind>, constant: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }
}
@MainActor
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
@MainActor
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {}
@MainActor
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

@MainActor
open class NSLayoutConstraint: NSObject {
  open class func activate(_ constraints: [NSLayoutConstraint]) {}
}

@MainActor
open class UIWindow: UIView {}

@MainActor
open class UIViewController: UIResponder {
  public init(nibName: String?, bundle: Bundle?) {}
  public required init?(coder: NSCoder) { nil }
  open var view: UIView!
  open var viewIfLoaded: UIView? { nil }
  open var title: String?
  open var parent: UIViewController? { nil }
  open var presentedViewController: UIViewController? { nil }
  open var navigationItem: UINavigationItem { UINavigationItem() }
  open var navigationController: UINavigationController? { nil }
  open var presentingViewController: UIViewController? { nil }
  open var isBeingDismissed: Bool { false }
  open var isMovingFromParent: Bool { false }
  open func viewDidLoad() {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func present(_ viewController: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {}
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor
open class UIAlertAction: NSObject {
  public enum Style: Int, Sendable { case `default` }
  public convenience init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) { self.init() }
}

@MainActor
open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable { case actionSheet, alert }
  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
  }
  open func addAction(_ action: UIAlertAction) {}
}

@MainActor
open class UINavigationController: UIViewController {
  open var viewControllers: [UIViewController] { [] }
  public init(rootViewController: UIViewController) { super.init(nibName: nil, bundle: nil) }
  public required init?(coder: NSCoder) { nil }
}

@MainActor
open class UINavigationItem: NSObject {
  open var leftBarButtonItem: UIBarButtonItem?
  open var rightBarButtonItem: UIBarButtonItem?
}

@MainActor
open class UIBarButtonItem: NSObject {
  public enum SystemItem: Int, Sendable { case close }
  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
  ) { self.init() }
  public convenience init(primaryAction: UIAction?) { self.init() }
  public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) { self.init() }
  open var isEnabled = true
}

@MainActor
open class UIMenu: NSObject {}

public typealias UIActionHandler = (UIAction) -> Void

@MainActor
open class UIAction: NSObject {
  public convenience init(
    title: String = "", image: UIImage? = nil, handler: @escaping UIActionHandler
  ) { self.init() }
}

open class UIImage: NSObject, @unchecked Sendable {
  public init?(systemName: String) {}
}

open class UIColor: NSObject, @unchecked Sendable {
  open class var systemBackground: UIColor { UIColor() }
}

open class UIFont: NSObject, @unchecked Sendable {
  public struct TextStyle: Sendable {
    public static let body = TextStyle()
  }
  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }
}

public enum NSTextAlignment: Int, Sendable { case center }

@MainActor
open class UILabel: UIView {
  open var text: String?
  open var font: UIFont!
  open var numberOfLines = 1
  open var textAlignment = NSTextAlignment.center
  open var adjustsFontForContentSizeCategory = false
}

@MainActor
open class UIControl: UIView {
  public struct State: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var normal: State { [] }
  }
}

@MainActor
open class UIButton: UIControl {
  public struct Configuration {
    @MainActor public static func borderedProminent() -> Configuration { Configuration() }
  }
  public convenience init(configuration: Configuration, primaryAction: UIAction?) { self.init() }
  open func setTitle(_ title: String?, for state: State) {}
}

@MainActor
open class UIActivityIndicatorView: UIView {
  public enum Style: Int, Sendable { case medium, large }
  public init(style: Style) {}
  open var hidesWhenStopped = true
  open func startAnimating() {}
  open func stopAnimating() {}
}

@MainActor
open class UIScrollView: UIView {
  open var contentLayoutGuide: UILayoutGuide { UILayoutGuide() }
  open var frameLayoutGuide: UILayoutGuide { UILayoutGuide() }
}

@MainActor
open class UIStackView: UIView {
  public enum Axis: Int, Sendable { case horizontal, vertical }
  open var axis = Axis.horizontal
  open var spacing: CGFloat = 0
  open func addArrangedSubview(_ view: UIView) {}
}

@MainActor
open class UIApplication: UIResponder {
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {
    public static let universalLinksOnly = OpenExternalURLOptionsKey()
  }
  open class var shared: UIApplication { UIApplication() }
  open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool { false }
}

public enum UIAccessibility {
  public struct Notification: Sendable {
    public static let layoutChanged = Notification()
  }
  public static func post(notification: Notification, argument: Any?) {}
}

// MARK: - Key-value observing, which Foundation has on Apple's systems

public final class NSKeyValueObservation: NSObject {}

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
}

public struct NSKeyValueObservedChange<Value> {}

extension NSObjectProtocol where Self: NSObject {
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation { NSKeyValueObservation() }
}
