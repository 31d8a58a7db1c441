package dev.reprise.examples.kotlin

import com.sun.net.httpserver.HttpServer
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.URI
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

/** The pages of a server that fails each page twice. */
class OrderPagesTest {

  private val requests = AtomicInteger()
  private val server =
    HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0).apply {
      createContext("/") { exchange ->
        val fails = requests.incrementAndGet() <= 2
        val body = if (fails) byteArrayOf() else "one\ntwo".toByteArray()
        exchange.sendResponseHeaders(if (fails) 503 else 200, body.size.toLong())
        exchange.responseBody.use { it.write(body) }
        exchange.close()
      }
      start()
    }
  private val pages = OrderPages(URI("http://127.0.0.1:${server.address.port}/"))

  @AfterEach
  fun stop() {
    server.stop(0)
  }

  @Test
  fun a_page_arrives_at_the_third_attempt() =
    runBlocking<Unit> {
      assertThat(pages.page("o-1")).isEqualTo("one\ntwo")
      assertThat(requests.get()).isEqualTo(3)
    }

  @Test
  fun the_attempt_may_be_the_receiver() =
    runBlocking<Unit> { assertThat(pages.pageOfReceiver("o-1")).isEqualTo("one\ntwo") }

  @Test
  fun the_lines_of_a_page_come_once() =
    runBlocking<Unit> { assertThat(pages.lines("o-1").toList()).containsExactly("one", "two") }

  @Test
  fun a_cached_page_replaces_one_that_is_not_available() =
    runBlocking<Unit> {
      pages.page("o-1")
      server.stop(0)
      assertThat(pages.pageOrCached("o-1")).isEqualTo("one\ntwo")
    }
}
