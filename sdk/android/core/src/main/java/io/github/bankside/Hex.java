package io.github.bankside;

/** Hexadecimal digits. {@code Character.digit} also takes those of other alphabets. */
final class Hex {
    private Hex() {}

    /** The value of a digit; -1 if it is none. */
    static int valueOf(char digit) {
        return digit < 0x80 ? Character.digit(digit, 16) : -1;
    }
}
