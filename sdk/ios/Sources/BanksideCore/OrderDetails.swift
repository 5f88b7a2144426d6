import Foundation

/// What the payment's pages show, and until when it can be paid. The service checks it.
public struct OrderDetails: Hashable, Sendable, Codable {
  /// What is paid, at most 140 printable characters. The payer sees it.
  public var description: String?
  /// What the order consists of. The sum of `quantity` × `unitAmount` must be the amount in cents.
  public var lines: [OrderLine]?
  /// The language of the pages, such as `de`. Default: that of the payer's browser.
  public var locale: String?
  /// ISO 8601 time, 1 minute to 31 days ahead, until which the order can be paid. A repeated call must pass the same.
  public var expiresAt: String?

  /// Creates details.
  public init(
    description: String? = nil, lines: [OrderLine]? = nil, locale: String? = nil, expiresAt: String? = nil
  ) {
    self.description = description
    self.lines = lines
    self.locale = locale
    self.expiresAt = expiresAt
  }

  var fields: [String: JSONValue] {
    get throws { try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(self)) }
  }
}

/// What one kind of item costs.
public struct OrderLine: Hashable, Sendable, Codable {
  /// What it is.
  public var name: String
  /// How many.
  public var quantity: Int
  /// The price of one in cents, negative for a discount.
  public var unitAmount: Int

  /// Creates a line.
  public init(name: String, quantity: Int, unitAmount: Int) {
    self.name = name
    self.quantity = quantity
    self.unitAmount = unitAmount
  }
}
