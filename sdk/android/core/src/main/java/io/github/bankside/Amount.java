package io.github.bankside;

import androidx.annotation.NonNull;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decimal amounts of euros. */
public final class Amount {
    private static final Pattern AMOUNT = Pattern.compile("(0|[1-9][0-9]{0,8})(?:\\.([0-9]{1,2}))?");

    private Amount() {}

    /**
     * Reads a decimal amount of euros as cents: {@code "12.5"} is 1250. The amount is {@code "0.01"} to {@code
     * "999999999.99"}, with a point and at most two decimals. It is never rounded or guessed.
     *
     * @throws BanksideException {@code invalid_amount}
     */
    public static long parse(@NonNull String amount) throws BanksideException {
        Matcher match = AMOUNT.matcher(amount == null ? "" : amount);
        long cents = 0;
        if (match.matches()) {
            String decimals = match.group(2) == null ? "" : match.group(2);
            cents = Long.parseLong(match.group(1) + (decimals + "00").substring(0, 2));
        }
        if (cents == 0) {
            throw new BanksideException(
                    BanksideException.INVALID_AMOUNT,
                    "The amount must be a decimal string from \"0.01\" to \"999999999.99\"");
        }
        return cents;
    }
}
