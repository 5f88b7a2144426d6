/// Whether `text` can be an `externalId`: 1 to 128 printable code points.
func isExternalId(_ text: String) -> Bool {
  (1...128).contains(text.unicodeScalars.count) && text.unicodeScalars.allSatisfy(isPrintable)
}

/// - Throws: ``BanksideError`` `invalid_external_id` for what the service would refuse.
func checkExternalId(_ externalId: String) throws {
  guard isExternalId(externalId) else {
    throw BanksideError(.invalidExternalId, "externalId must be a string of 1 to 128 printable characters")
  }
}

private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
  default: return true
  }
}
