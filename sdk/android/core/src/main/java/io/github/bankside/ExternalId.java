package io.github.bankside;

/** A merchant's own id of an order. */
final class ExternalId {
    private static final int MAX_LENGTH = 128;

    private ExternalId() {}

    /** Whether {@code text} can be one: 1 to 128 printable code points. */
    static boolean isOne(String text) {
        // `codePoints()` is younger than Android 6.
        for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
            if (!isPrintable(text.codePointAt(at))) return false;
        }
        return !text.isEmpty() && text.codePointCount(0, text.length()) <= MAX_LENGTH;
    }

    /** @throws BanksideException {@code invalid_external_id} for what the service would refuse */
    static void check(String externalId) throws BanksideException {
        if (isOne(externalId)) return;
        throw new BanksideException(
                BanksideException.INVALID_EXTERNAL_ID,
                "externalId must be a string of 1 to 128 printable characters");
    }

    private static boolean isPrintable(int codePoint) {
        switch (Character.getType(codePoint)) {
            case Character.CONTROL:
            case Character.FORMAT:
            case Character.SURROGATE:
            case Character.PRIVATE_USE:
            case Character.UNASSIGNED:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR:
                return false;
            default:
                return true;
        }
    }
}
