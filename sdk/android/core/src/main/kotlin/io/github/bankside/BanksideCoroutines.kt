package io.github.bankside

import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
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
 * [view] is opened on another thread.
 *
 * @throws BanksideException with the service's code or the SDK's
 */
suspend fun Bankside.initiatePayment(
    amount: String,
    token: String,
    metadata: Map<String, *>? = null,
    urlScheme: String? = null,
    externalId: String? = null,
    view: PaymentView
): PaymentResult = onAnotherThread {
    val request = PaymentRequest.of(amount, token).withMetadata(metadata).withUrlScheme(urlScheme)
    initiatePayment(request.withExternalId(externalId), view)
}

private suspend fun <Result> onAnotherThread(call: () -> Result): Result = suspendCoroutine { continuation ->
    val thread = Thread({
        try {
            continuation.resume(call())
        } catch (error: Throwable) {
            continuation.resumeWithException(error)
        }
    }, "bankside-payment")
    thread.isDaemon = true
    thread.start()
}
