package dev.reprise.kotlin

import dev.reprise.budget.RetryBudget
import dev.reprise.declared.RetryProxy
import dev.reprise.declared.Retryable
import java.io.IOException
import java.lang.reflect.Proxy
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Job
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.SharedFlow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.test.runTest
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test

/** Signatures of Kotlin that differ from those of Java, on methods that are retried. */
class RetryableSignaturesTest {

  @JvmInline value class OrderId(val text: String)

  @JvmInline value class Count(val number: Int)

  interface Source<K, V> {
    @Retryable suspend fun one(key: K): V

    @Retryable fun all(key: K): Flow<V>
  }

  interface Orders : Source<OrderId, Count> {

    @Retryable suspend fun find(id: String = "o-1", pages: Int = 2): String

    @Retryable suspend fun status(id: OrderId, wait: Duration = 3.seconds): OrderId

    @Retryable suspend fun number(id: OrderId?): Count

    @Retryable suspend fun perhaps(id: OrderId?): Count?

    @Retryable suspend fun <T : Comparable<T>> greatest(values: List<T>): T

    @Retryable suspend fun String.orders(): List<String>

    @Retryable suspend fun find(id: Int): String

    @Retryable suspend fun find(id: OrderId): String

    @Retryable suspend fun outcome(): Result<String>

    @Retryable fun OrderId.lines(): Flow<OrderId>

    @Retryable suspend fun described(id: String): String = "described as ${find(id, 0)}"

    @Retryable(fallback = "cached") suspend fun several(vararg ids: String): String

    suspend fun cached(ids: Array<out String>, failure: IOException): String = ids.joinToString()

    @Retryable suspend fun visit(code: suspend (String) -> Unit)
  }

  private var attempts = 0

  private suspend fun <T> third(value: T): T {
    delay(1)
    if (++attempts % 3 != 0) {
      throw IOException("reset $attempts")
    }
    return value
  }

  private inner class Client : Orders {
    override suspend fun one(key: OrderId) = third(Count(key.text.length))

    override fun all(key: OrderId) = flow { emit(third(Count(key.text.length))) }

    override suspend fun find(id: String, pages: Int) = third("$id/$pages")

    override suspend fun status(id: OrderId, wait: Duration) = third(OrderId("${id.text} $wait"))

    override suspend fun number(id: OrderId?) = third(Count(id?.text?.length ?: -1))

    override suspend fun perhaps(id: OrderId?) = third(id?.let { Count(it.text.length) })

    override suspend fun <T : Comparable<T>> greatest(values: List<T>) = third(values.max())

    override suspend fun String.orders() = third(listOf(this))

    override suspend fun find(id: Int) = third("number $id")

    override suspend fun find(id: OrderId) = third("id ${id.text}")

    override suspend fun outcome() = Result.success(third("done"))

    override fun OrderId.lines() = flow { emit(third(this@lines)) }

    override suspend fun several(vararg ids: String): String {
      attempts++
      throw IOException("reset")
    }

    override suspend fun visit(code: suspend (String) -> Unit) = code(third("visited"))
  }

  private val retry =
    retry("orders") {
        maxAttempts(3)
        backoff(fixed(10.milliseconds))
      }
      .withBudget(RetryBudget.unlimited())
  private val orders = RetryProxy.of(retry, Orders::class.java, Client())

  @Test
  fun default_arguments_are_those_of_each_attempt() = runTest {
    assertThat(orders.find()).isEqualTo("o-1/2")
    assertThat(orders.find(pages = 7)).isEqualTo("o-1/7")
    assertThat(orders.status(OrderId("a"))).isEqualTo(OrderId("a 3s"))
    assertThat(attempts).isEqualTo(9)
  }

  @Test
  fun value_classes_are_parameters_and_results() = runTest {
    assertThat(orders.status(OrderId("a"), 1.seconds)).isEqualTo(OrderId("a 1s"))
    assertThat(orders.number(OrderId("four"))).isEqualTo(Count(4))
    assertThat(orders.number(null)).isEqualTo(Count(-1))
    assertThat(orders.perhaps(OrderId("four"))).isEqualTo(Count(4))
    assertThat(orders.perhaps(null)).isNull()
    assertThat(orders.outcome().getOrThrow()).isEqualTo("done")
    assertThat(attempts).isEqualTo(18)
  }

  @Test
  fun generic_methods_are_retried() = runTest {
    val source: Source<OrderId, Count> = orders
    assertThat(source.one(OrderId("four"))).isEqualTo(Count(4))
    assertThat(orders.one(OrderId("four"))).isEqualTo(Count(4))
    assertThat(source.all(OrderId("four")).toList()).containsExactly(Count(4))
    assertThat(orders.greatest(listOf(1, 3, 2))).isEqualTo(3)
    assertThat(attempts).isEqualTo(12)
  }

  @Test
  fun extensions_and_overloads_are_retried() = runTest {
    assertThat(with(orders) { "red".orders() }).containsExactly("red")
    assertThat(with(orders) { OrderId("a").lines() }.toList()).containsExactly(OrderId("a"))
    assertThat(orders.find(7)).isEqualTo("number 7")
    assertThat(orders.find(OrderId("a"))).isEqualTo("id a")
    assertThat(attempts).isEqualTo(12)
  }

  @Test
  fun a_default_method_calls_retried_methods() = runTest {
    assertThat(orders.described("a")).isEqualTo("described as a/0")
    assertThat(attempts).isEqualTo(3)
  }

  @Test
  fun a_parameter_may_be_a_list_of_arguments_or_a_suspend_function() = runTest {
    assertThat(orders.several("a", "b")).isEqualTo("a, b")
    val seen = mutableListOf<String>()
    attempts = 0
    orders.visit { seen += it }
    assertThat(seen).containsExactly("visited")
    assertThat(attempts).isEqualTo(3)
  }

  interface ByValue {
    @Retryable(fallback = "cached") suspend fun find(id: OrderId): String

    suspend fun cached(id: OrderId, failure: IOException): String
  }

  @Test
  fun a_fallback_of_a_method_with_a_value_class_is_refused() {
    val target =
      object : ByValue {
        override suspend fun find(id: OrderId) = id.text

        override suspend fun cached(id: OrderId, failure: IOException) = id.text
      }
    assertThatThrownBy { RetryProxy.of(retry, ByValue::class.java, target) }
      .isInstanceOf(IllegalArgumentException::class.java)
      .hasMessageContaining("cached")
  }

  interface Starting {
    @Retryable fun find(id: String): Deferred<String>
  }

  interface Launching {
    @Retryable fun delete(id: String): Job
  }

  interface Producing {
    @Retryable fun all(): ReceiveChannel<String>
  }

  interface Generating {
    @Retryable fun all(): Sequence<String>
  }

  interface Sharing {
    @Retryable fun all(): SharedFlow<String>
  }

  @Test
  fun a_result_whose_work_is_done_after_the_return_is_refused() {
    val kinds =
      listOf(
        Starting::class.java,
        Launching::class.java,
        Producing::class.java,
        Generating::class.java,
        Sharing::class.java,
      )
    for (kind in kinds) {
      assertThatThrownBy { proxyOf(kind) }
        .isInstanceOf(IllegalArgumentException::class.java)
        .hasMessageContaining("what fails after the method has returned would be lost")
    }
  }

  private fun <T : Any> proxyOf(kind: Class<T>): T {
    val target = Proxy.newProxyInstance(kind.classLoader, arrayOf(kind)) { _, _, _ -> null }
    return RetryProxy.of(retry, kind, kind.cast(target))
  }
}
