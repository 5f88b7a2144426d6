/// The address of the view: the `redirectUrl` of a creation with the app's JWT and, where given, the return address.
func checkoutAddress(_ redirectURL: String, token: String, urlScheme: String?) -> String {
  let fragmentStart = redirectURL.utf8.firstIndex(of: UInt8(ascii: "#")) ?? redirectURL.endIndex
  let address = String(redirectURL[..<fragmentStart])
  var parameters = ["jwt=" + percentEncoded(token)]
  if let urlScheme { parameters.append("redirect-url=" + percentEncoded(urlScheme)) }
  let isOpen = address.utf8.last == UInt8(ascii: "?") || address.utf8.last == UInt8(ascii: "&")
  let joint = !address.utf8.contains(UInt8(ascii: "?")) ? "?" : isOpen ? "" : "&"
  return address + joint + parameters.joined(separator: "&") + redirectURL[fragmentStart...]
}

// `addingPercentEncoding` takes a set of characters; a byte at a time is shorter to prove right.
private func percentEncoded(_ text: String) -> String {
  text.utf8.map { byte in
    let character = String(Unicode.Scalar(byte))
    if byte < 0x80, character.isASCII(others: "-_.~", lengths: 1...1) { return character }
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
  }.joined()
}
