/// The scheme of an address in lower case; `nil` if it has none.
func schemeOf(_ address: String) -> String? {
  guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
  let scheme = String(address[..<colon])
  guard let first = scheme.utf8.first, isLetter(first), scheme.isASCII(others: "+.-", lengths: 1...2_048) else {
    return nil
  }
  return scheme.lowercased()
}

/// The scheme in what an app gives as its own: `myapp`, `myapp:` and `myapp://pay` have `myapp`.
func ownScheme(_ urlScheme: String) -> String {
  schemeOf(urlScheme) ?? urlScheme.lowercased()
}

/// - Throws: ``BanksideError`` `invalid_url_scheme` for what can't lead back to an app.
func checkURLScheme(_ urlScheme: String) throws {
  guard isReturnAddress(urlScheme), !isTaken(ownScheme(urlScheme)) else {
    throw BanksideError(
      .invalidURLScheme, "urlScheme must be a scheme of the app's own in lower case, such as myapp or myapp://pay")
  }
}

private func isReturnAddress(_ text: String) -> Bool {
  guard text.utf8.count <= 512, !text.utf8.contains(where: (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) else {
    return false
  }
  let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
  let scheme = String(Substring(parts[0]))
  guard let first = scheme.utf8.first, isLetter(first), scheme.isASCII(others: "+.-", lengths: 1...512) else {
    return false
  }
  guard parts.count == 2 else { return true }
  let rest = parts[1].split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
  return String(Substring(rest[0])).isASCII(others: "._~/-", lengths: 0...512)
    && (rest.count == 1 || String(Substring(rest[1])).isASCII(others: "._~=&-", lengths: 0...512))
}

// These lead to a web page, a script, a file or a telephone, never to one app.
private func isTaken(_ scheme: String) -> Bool {
  scheme.hasPrefix("http")
    || [
      "ws", "wss", "ftp", "javascript", "data", "vbscript", "blob", "file", "filesystem", "about", "intent", "content",
      "view-source", "mailto", "tel", "sms",
    ].contains(scheme)
}
