/// - Throws: ``BanksideError`` `invalid_token`: a line break or a space would end up in a header.
func checkToken(_ token: String) throws {
  let padding = token.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
  let value = String(Substring(token.utf8.dropLast(padding)))
  guard value.isASCII(others: "_.~+/-", lengths: 1...65_536) else {
    throw BanksideError(.invalidToken, "token must be the JWT your server got for its API key")
  }
}
