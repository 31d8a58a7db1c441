package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.budget.RetryBudget
import dev.reprise.declared.RetryProxy
import dev.reprise.declared.Retryable
import dev.reprise.policy.Idempotency
import java.io.IOException
import kotlin.concurrent.thread
import kotlin.coroutines.intrinsics.COROUTINE_SUSPENDED
import kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn
import kotlin.coroutines.resume
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.delay
import kotlinx.coroutines.test.runTest
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/**
 * Results of value classes. The compiled code of a suspend function returns the value itself if it
 * has not suspended, and an instance of the class if it has, so attempts differ.
 */
class ValueClassResultsTest {

  @JvmInline value class OrderId(val text: String)

  @JvmInline value class Note(val text: String?)

  @JvmInline value class Count(val number: Int)

  @JvmInline value class Customer(val first: OrderId)

  interface Orders {
    @Retryable suspend fun id(): OrderId

    @Retryable suspend fun perhaps(there: Boolean): OrderId?

    @Retryable suspend fun note(text: String?): Note

    @Retryable suspend fun perhapsNote(there: Boolean): Note?

    @Retryable suspend fun count(): Count

    @Retryable suspend fun perhapsCount(there: Boolean): Count?

    @Retryable suspend fun customer(): Customer

    @Retryable suspend fun amount(): UInt

    @Retryable suspend fun outcome(value: Result<String?>): Result<String?>

    @Retryable suspend fun outcomeOfId(): Result<OrderId>
  }

  /** One attempt fails and the next one returns; each of them suspends or not. */
  private class Client(private val suspends: List<Boolean>) : Orders {

    var attempts = 0

    private suspend fun attempt() {
      if (suspends[attempts % suspends.size]) {
        delay(1)
      }
      if (++attempts % suspends.size != 0) {
        throw IOException("reset")
      }
    }

    override suspend fun id(): OrderId {
      attempt()
      return OrderId("o-1")
    }

    override suspend fun perhaps(there: Boolean): OrderId? {
      attempt()
      return if (there) OrderId("o-1") else null
    }

    override suspend fun note(text: String?): Note {
      attempt()
      return Note(text)
    }

    override suspend fun perhapsNote(there: Boolean): Note? {
      attempt()
      return if (there) Note(null) else null
    }

    override suspend fun count(): Count {
      attempt()
      return Count(7)
    }

    override suspend fun perhapsCount(there: Boolean): Count? {
      attempt()
      return if (there) Count(7) else null
    }

    override suspend fun customer(): Customer {
      attempt()
      return Customer(OrderId("o-1"))
    }

    override suspend fun amount(): UInt {
      attempt()
      return 7u
    }

    override suspend fun outcome(value: Result<String?>): Result<String?> {
      attempt()
      return value
    }

    override suspend fun outcomeOfId(): Result<OrderId> {
      attempt()
      return Result.success(OrderId("o-1"))
    }
  }

  private val plain =
    retry("orders") {
        maxAttempts(3)
        backoff(fixed(10.milliseconds))
      }
      .withBudget(RetryBudget.unlimited())
  private val kinds =
    listOf(
      plain,
      plain.withPolicy(retryPolicy(plain.policy()) { attemptTimeout(5.seconds) }),
      plain.withPolicy(
        retryPolicy(plain.policy()) {
          idempotency(Idempotency.IDEMPOTENT)
          hedgeAfter(5.seconds)
        }
      ),
    )
  private val courses =
    listOf(false, true).flatMap { first ->
      listOf(listOf(first), listOf(first, false), listOf(first, true))
    }

  /** Makes a call through each kind of retry, for each course of its attempts. */
  private suspend fun each(call: suspend (Orders) -> Unit) {
    for (kind in kinds) {
      for (suspends in courses) {
        call(RetryProxy.of(kind, Orders::class.java, Client(suspends)))
      }
    }
  }

  @Test
  fun the_result_is_the_same_whether_attempts_suspend_or_not() = runTest {
    each { orders ->
      assertThat(orders.id()).isEqualTo(OrderId("o-1"))
      assertThat(orders.perhaps(true)).isEqualTo(OrderId("o-1"))
      assertThat(orders.perhaps(false)).isNull()
      assertThat(orders.note("late")).isEqualTo(Note("late"))
      assertThat(orders.note(null)).isEqualTo(Note(null))
      assertThat(orders.perhapsNote(true)).isEqualTo(Note(null))
      assertThat(orders.count()).isEqualTo(Count(7))
      assertThat(orders.perhapsCount(true)).isEqualTo(Count(7))
      assertThat(orders.perhapsCount(false)).isNull()
      assertThat(orders.customer()).isEqualTo(Customer(OrderId("o-1")))
      assertThat(orders.amount()).isEqualTo(7u)
    }
  }

  @Test
  fun a_result_of_the_standard_library_keeps_its_failure() = runTest {
    val failure = IOException("of the result")
    each { orders ->
      assertThat(orders.outcome(Result.failure(failure)).exceptionOrNull()).isSameAs(failure)
      assertThat(orders.outcome(Result.success("page")).getOrThrow()).isEqualTo("page")
      assertThat(orders.outcome(Result.success(null)).getOrThrow()).isNull()
      assertThat(orders.outcomeOfId().getOrThrow()).isEqualTo(OrderId("o-1"))
    }
  }

  private fun rejecting(kind: Retry) =
    kind.withPolicy(
      retryPolicy(kind.policy()) {
        retryOnResult<Result<*>> { it.isFailure }
        retryOnResult<OrderId> { it.text == "none" }
        returningRejected()
      }
    )

  interface Pages {
    @Retryable suspend fun page(suspends: Boolean): Result<String>

    @Retryable suspend fun id(suspends: Boolean): OrderId
  }

  @Test
  fun a_condition_on_results_receives_instances_of_the_class() = runTest {
    for (kind in kinds) {
      for (suspends in listOf(false, true)) {
        var attempts = 0
        val client =
          object : Pages {
            override suspend fun page(suspends: Boolean): Result<String> {
              if (suspends) {
                delay(1)
              }
              return if (++attempts < 3) Result.failure(IOException("reset"))
              else Result.success("page")
            }

            override suspend fun id(suspends: Boolean): OrderId {
              if (suspends) {
                delay(1)
              }
              return OrderId(if (++attempts < 3) "none" else "o-1")
            }
          }
        val pages = RetryProxy.of(rejecting(kind), Pages::class.java, client)
        assertThat(pages.page(suspends).getOrThrow()).isEqualTo("page")
        attempts = 0
        assertThat(pages.id(suspends)).isEqualTo(OrderId("o-1"))
      }
    }
  }

  interface Ids {
    @Retryable suspend fun id(): OrderId
  }

  @Test
  fun an_attempt_may_end_on_another_thread_before_the_call_waits_for_it() = runTest {
    val client =
      object : Ids {
        override suspend fun id(): OrderId {
          suspendCoroutineUninterceptedOrReturn { own ->
            thread { own.resume(Unit) }.join()
            COROUTINE_SUSPENDED
          }
          return OrderId("o-1")
        }
      }
    for (kind in kinds) {
      assertThat(RetryProxy.of(kind, Ids::class.java, client).id()).isEqualTo(OrderId("o-1"))
    }
  }
}
