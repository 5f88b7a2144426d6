// Swift compares and counts characters as people see them; the rules are about code points.

extension String {
  /// Whether it is one or more ASCII letters, digits and bytes of `others`.
  func isASCII(others: StaticString, lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(utf8.count) && utf8.allSatisfy { isLetter($0) || isDigit($0) || others.contains($0) }
  }

  /// Whether every byte is printable ASCII and none is one of `excluded`.
  func isPrintableASCII(excluding excluded: StaticString) -> Bool {
    utf8.allSatisfy { (0x21...0x7e).contains($0) && !excluded.contains($0) }
  }

  /// Whether both consist of the same code points.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
}

extension StaticString {
  fileprivate func contains(_ byte: UInt8) -> Bool {
    withUTF8Buffer { $0.contains(byte) }
  }
}

/// Percent-encodes what RFC 3986 has no place for, and a second `#`.
func escapingOddCharacters(_ address: String) -> String {
  var hasFragment = false
  return address.unicodeScalars.map { character -> String in
    let isOdd = "|{}^\"<>` ".unicodeScalars.contains(character) || (character == "#" && hasFragment)
    if character == "#" { hasFragment = true }
    return isOdd ? String(format: "%%%02X", character.value) : String(character)
  }.joined()
}
