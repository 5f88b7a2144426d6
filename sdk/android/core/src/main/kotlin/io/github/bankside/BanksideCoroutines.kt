package io.github.bankside

import kotlin.coroutines.suspendCoroutine

/**
 * Creates a transaction without blocking the thread. It needs only Kotlin's standard library, so it does not notice when the
 * coroutine is cancelled; a request takes 20 seconds at most.
 *
 * @throws BanksideException with the service's code or the SDK's
 */
suspend fun Bankside.createPaymentAsync(request: PaymentRequest): Payment = onAnotherThread { createPayment(request) }

/**
 * Creates a transaction, lets the user pay it in [view], and returns how it seems to have ended, without blocking the thread.
 * [view] is opened on another thread. Its name differs from the blocking `initiatePayment`, which Kotlin would choose otherwise.
 *
 * @throws BanksideException with the service's code or the SDK's
 */
suspend fun Bankside.initiatePaymentAsync(request: PaymentRequest, view: PaymentView): PaymentResult =
    onAnotherThread { initiatePayment(request, view) }

private suspend fun <Value> onAnotherThread(call: () -> Value): Value = suspendCoroutine { continuation ->
    val thread = Thread({ continuation.resumeWith(runCatching(call)) }, "bankside-payment")
    thread.isDaemon = true
    thread.start()
}
