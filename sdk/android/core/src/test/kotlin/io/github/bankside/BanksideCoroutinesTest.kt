package io.github.bankside

import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.startCoroutine
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

/** The extensions for Kotlin: another thread, the same results and errors. */
class BanksideCoroutinesTest {
    private val transaction = """{"id":"txn_1","redirectUrl":"https://pay.example/secure?token=t"}"""

    @Test
    fun `a payment runs on another thread`() {
        val own = Thread.currentThread()
        val bankside = FakeService.replying(201, transaction).bankside(null)
        val request = PaymentRequest.of("12.50", "h.p.s")
            .withMetadata(mapOf("customer" to "c-1"))
            .withUrlScheme("myapp")
            .withExternalId("order-1")
        val view = PaymentView { payment ->
            assertNotEquals(own, Thread.currentThread())
            assertEquals("https://pay.example/secure?token=t&jwt=h.p.s&redirect-url=myapp", payment.address)
            "myapp:?transactionId=txn_1&status=succeeded&externalId=order-1"
        }
        val result = await { bankside.initiatePaymentAsync(request, view) }
        assertEquals(OutcomeStatus.SUCCEEDED, result.status)
        assertEquals("order-1", result.externalId)
    }

    @Test
    fun `a transaction is created without blocking`() {
        val bankside = FakeService.replying(201, transaction).bankside(null)
        val payment = await { bankside.createPaymentAsync(PaymentRequest.of("1", "h.p.s")) }
        assertEquals("txn_1", payment.transactionId)
    }

    @Test
    fun `an error arrives as the exception it is`() {
        val bankside = FakeService.replying(409, """{"code":"already_paid"}""").bankside(null)
        val error = assertThrows(BanksideException::class.java) {
            await { bankside.createPaymentAsync(PaymentRequest.of("1", "h.p.s")) }
        }
        assertEquals(BanksideException.ALREADY_PAID, error.code)
    }

    private fun <Value> await(call: suspend () -> Value): Value {
        val answer = CompletableFuture<Result<Value>>()
        call.startCoroutine(Continuation(EmptyCoroutineContext) { answer.complete(it) })
        return answer.get(30, TimeUnit.SECONDS).getOrThrow()
    }
}
