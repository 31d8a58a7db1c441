package dev.reprise.examples.kotlin

import dev.reprise.kotlin.fixed
import dev.reprise.kotlin.retry
import java.io.IOException
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.test.currentTime
import kotlinx.coroutines.test.runTest
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

@OptIn(ExperimentalCoroutinesApi::class)
class OrdersTest {

  private var attempts = 0

  private inner class Client : Orders {

    override suspend fun find(id: String): Order? {
      if (++attempts < 3) {
        throw IOException("reset")
      }
      return Order(id, listOf("one"))
    }

    override suspend fun total(id: String): Long = throw IOException("reset")

    override suspend fun cached(id: String, failure: IOException): Long = 42

    override fun lines(id: String): Flow<String> = flowOf("one", "two")
  }

  @Test
  fun an_order_is_found_at_the_third_attempt() = runTest {
    val patient = retry("orders") { backoff(fixed(1.seconds)) }
    val orders = retried(Client(), patient)
    assertThat(orders.find("o-1")).isEqualTo(Order("o-1", listOf("one")))
    assertThat(attempts).isEqualTo(3)
    assertThat(orders.lines("o-1").toList()).containsExactly("one", "two")
  }

  @Test
  fun waits_take_no_real_time_in_a_test() = runTest {
    val patient = retry("orders") { backoff(fixed(10.seconds)) }
    assertThat(retried(Client(), patient).total("o-1")).isEqualTo(42L)
    assertThat(currentTime).isEqualTo(20_000)
  }
}
