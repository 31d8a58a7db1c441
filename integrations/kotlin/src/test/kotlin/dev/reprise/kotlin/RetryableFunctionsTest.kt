package dev.reprise.kotlin

import dev.reprise.Retry
import dev.reprise.decision.StopReason
import dev.reprise.declared.RetryMethod
import dev.reprise.declared.RetryProxy
import dev.reprise.declared.Retryable
import dev.reprise.event.RetryEvent
import dev.reprise.event.RetryListener
import dev.reprise.report.RetryReport
import dev.reprise.testing.RecordingListener
import java.io.IOException
import java.lang.invoke.MethodHandles
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import java.util.concurrent.atomic.LongAdder
import kotlin.coroutines.AbstractCoroutineContextElement
import kotlin.coroutines.Continuation
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.CoroutineContext
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.asContextElement
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.test.UnconfinedTestDispatcher
import kotlinx.coroutines.test.currentTime
import kotlinx.coroutines.test.runCurrent
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

@OptIn(ExperimentalCoroutinesApi::class)
class RetryableFunctionsTest {

  interface Orders {
    @Retryable(maxAttempts = 3, backoff = "fixed(100ms)") suspend fun find(id: String): String?

    @Retryable suspend fun count(): Int

    @Retryable suspend fun delete(id: String)

    @Retryable(fallback = "cached") suspend fun read(id: String, page: Int): String

    suspend fun cached(id: String, page: Int, failure: IOException): String {
      delay(7)
      return "$id/$page from the cache after ${failure.message}"
    }

    @Retryable(fallback = "none") suspend fun search(text: String): String

    fun none(text: String, failure: IOException): String = "nothing for $text"

    @Retryable fun lines(id: String): Flow<String>

    @Retryable(fallback = "empty") fun events(id: String): Flow<String>

    fun empty(id: String, failure: IOException): Flow<String> = flowOf("no events of $id")

    suspend fun unretried(): String
  }

  private val events = RecordingListener()
  private val retry =
    retry("orders") {
        maxAttempts(3)
        backoff(fixed(100.milliseconds))
      }
      .withListener(events)
  private var attempts = 0
  private var succeeds = 3
  private var suspends = false

  private suspend fun attempt(): Int {
    attempts++
    if (suspends) {
      delay(5)
    }
    if (attempts < succeeds) {
      throw IOException("reset $attempts")
    }
    return attempts
  }

  private inner class Client : Orders {
    override suspend fun find(id: String) = "$id ${attempt()}".takeIf { id != "absent" }

    override suspend fun count() = attempt()

    override suspend fun delete(id: String) {
      attempt()
    }

    override suspend fun read(id: String, page: Int) = "$id/$page ${attempt()}"

    override suspend fun search(text: String) = "$text ${attempt()}"

    override fun lines(id: String): Flow<String> = flow {
      attempt()
      emit("$id 1")
      emit("$id 2")
    }

    override fun events(id: String): Flow<String> = flow { emit("$id ${attempt()}") }

    override suspend fun unretried() = "${attempt()}"
  }

  private val orders = RetryProxy.of(retry, Orders::class.java, Client())

  private suspend fun failureOf(code: suspend () -> Any?): Throwable? =
    try {
      code()
      null
    } catch (failure: Throwable) {
      failure
    }

  @Test
  fun a_suspend_method_is_retried_with_its_arguments() = runTest {
    for (suspending in listOf(false, true)) {
      suspends = suspending
      attempts = 0
      assertThat(orders.find("o-1")).isEqualTo("o-1 3")
    }
    assertThat(currentTime).isEqualTo(200 + 215L)
  }

  @Test
  fun null_primitives_and_unit_are_results() = runTest {
    assertThat(orders.find("absent")).isNull()
    assertThat(orders.count()).isEqualTo(4)
    orders.delete("o-1")
    assertThat(attempts).isEqualTo(5)
  }

  @Test
  fun a_checked_exception_arrives_itself_with_its_report_also_without_a_suspension() = runTest {
    succeeds = 99
    for (suspending in listOf(false, true)) {
      suspends = suspending
      attempts = 0
      val failure = failureOf { orders.find("o-1") }
      assertThat(failure).isInstanceOf(IOException::class.java).hasMessage("reset 3")
      assertThat(RetryReport.of(failure!!).orElseThrow().attempts()).isEqualTo(3)
    }
    assertThat(failureOf { single.count() }).isInstanceOf(IOException::class.java)
    val elsewhere = withContext(Dispatchers.Unconfined) { failureOf { single.count() } }
    assertThat(elsewhere).isInstanceOf(IOException::class.java)
  }

  /** A thread that runs its own tasks at once, as that of a user interface may. */
  private class OwnThread : AutoCloseable {
    private val executor = Executors.newSingleThreadExecutor { task -> Thread(task) }
    private val thread = executor.submit(Callable { Thread.currentThread() }).get()

    private val isHere
      get() = Thread.currentThread() === thread

    val immediate: CoroutineDispatcher =
      object : CoroutineDispatcher() {
        override fun isDispatchNeeded(context: CoroutineContext) = !isHere

        override fun dispatch(context: CoroutineContext, block: Runnable) = executor.execute(block)
      }

    fun interceptor(isImmediate: Boolean): ContinuationInterceptor =
      object : AbstractCoroutineContextElement(ContinuationInterceptor), ContinuationInterceptor {
        override fun <T> interceptContinuation(continuation: Continuation<T>) =
          Continuation<T>(continuation.context) {
            if (isImmediate && isHere) continuation.resumeWith(it)
            else executor.execute { continuation.resumeWith(it) }
          }
      }

    override fun close() {
      executor.shutdown()
    }
  }

  private val single = RetryProxy.of(Retry.none(), Orders::class.java, Client())

  /** Threads before and after a call that throws a checked exception before it suspends. */
  private suspend fun threadsAround(): List<Thread> {
    succeeds = 99
    val before = Thread.currentThread()
    assertThat(failureOf { single.count() }).isInstanceOf(IOException::class.java)
    return listOf(before, Thread.currentThread())
  }

  @Test
  fun a_checked_exception_arrives_on_the_thread_of_the_caller() =
    OwnThread().use { own ->
      runBlocking<Unit> {
        for (context in listOf(own.immediate, own.interceptor(false), own.interceptor(true))) {
          val (before, after) = withContext(context) { threadsAround() }
          assertThat(after).isSameAs(before)
        }
        val (before, after) = threadsAround()
        assertThat(after).isSameAs(before)
      }
    }

  @Test
  fun a_checked_exception_arrives_with_the_elements_of_the_coroutine() =
    OwnThread().use { own ->
      val local = ThreadLocal<String?>()
      runBlocking {
        for (context in listOf(own.immediate, Dispatchers.Unconfined, Dispatchers.Default)) {
          withContext(context + local.asContextElement("mine")) {
            threadsAround()
            assertThat(local.get()).isEqualTo("mine")
          }
        }
      }
    }

  @Test
  fun a_checked_exception_arrives_on_the_thread_of_an_unconfined_test() =
    runTest(UnconfinedTestDispatcher()) {
      val test = Thread.currentThread()
      assertThat(threadsAround()).containsOnly(test)
      val seen = mutableListOf<Thread>()
      launch(start = CoroutineStart.UNDISPATCHED) { seen += threadsAround() }.join()
      assertThat(seen).hasSize(2).containsOnly(test)
    }

  @Test
  fun cancelling_the_job_ends_the_wait_of_a_method() = runTest {
    succeeds = 99
    val job = launch { orders.find("o-1") }
    testScheduler.advanceTimeBy(150)
    runCurrent()
    job.cancelAndJoin()
    assertThat(attempts).isEqualTo(2)
    assertThat(currentTime).isEqualTo(150)
    assertThat(events.stopReason()).isEqualTo(StopReason.CANCELLED)
    assertThat(retry.state().view().retrying()).isZero()
  }

  @Test
  fun cancelling_the_job_reaches_the_attempt() = runTest {
    var ended = false
    val waiting =
      object : Orders by Client() {
        override suspend fun count(): Int =
          try {
            awaitCancellation()
          } finally {
            ended = true
          }
      }
    val job = launch { RetryProxy.of(retry, Orders::class.java, waiting).count() }
    runCurrent()
    job.cancelAndJoin()
    assertThat(ended).isTrue()
  }

  @Test
  fun a_fallback_may_suspend_or_not() = runTest {
    succeeds = 99
    assertThat(orders.read("o-1", 2)).isEqualTo("o-1/2 from the cache after reset 3")
    assertThat(currentTime).isEqualTo(207)
    assertThat(orders.search("red")).isEqualTo("nothing for red")
  }

  @Test
  fun a_flow_is_collected_again_by_calling_the_method_again() = runTest {
    val lines = orders.lines("o-1")
    assertThat(attempts).isZero()
    assertThat(lines.toList()).containsExactly("o-1 1", "o-1 2")
    assertThat(attempts).isEqualTo(3)
  }

  @Test
  fun a_flow_that_gives_up_has_its_fallback() = runTest {
    succeeds = 99
    assertThat(orders.events("o-1").toList()).containsExactly("no events of o-1")
    succeeds = 0
    assertThat(orders.events("o-1").toList()).containsExactly("o-1 4")
  }

  /** The orders of a retry that counts its fallbacks. */
  private fun counting(fallbacks: LongAdder, client: Orders = Client()): Orders {
    val counter =
      object : RetryListener {
        override fun on(event: RetryEvent) {}

        override fun fallbackCounter() = fallbacks
      }
    return RetryProxy.of(retry.withListener(counter), Orders::class.java, client)
  }

  @Test
  fun a_fallback_whose_collector_needs_no_more_values_is_counted() = runTest {
    succeeds = 99
    val fallbacks = LongAdder()
    val counting = counting(fallbacks)
    assertThat(counting.events("o-1").toList()).hasSize(1)
    assertThat(fallbacks.sum()).isEqualTo(1)
    assertThat(counting.events("o-1").first()).isEqualTo("no events of o-1")
    assertThat(counting.events("o-1").take(1).toList()).hasSize(1)
    assertThat(fallbacks.sum()).isEqualTo(3)
  }

  @Test
  fun an_exception_of_the_collector_of_a_fallback_is_thrown_as_it_is() = runTest {
    succeeds = 99
    val fallbacks = LongAdder()
    val own = IllegalStateException("of the collector")
    val failure = failureOf { counting(fallbacks).events("o-1").collect { throw own } }
    assertThat(failure).isSameAs(own).hasNoSuppressedExceptions()
    assertThat(fallbacks.sum()).isEqualTo(1)
  }

  @Test
  fun a_fallback_that_fails_after_a_value_has_the_failure_of_the_call_and_is_not_counted() =
    runTest {
      succeeds = 99
      val fallbacks = LongAdder()
      val broken =
        object : Orders by Client() {
          override fun empty(id: String, failure: IOException): Flow<String> = flow {
            emit("no events")
            throw IllegalStateException("of the fallback")
          }
        }
      val failure = failureOf { counting(fallbacks, broken).events("o-1").collect {} }
      assertThat(failure).hasMessage("of the fallback")
      assertThat(failure!!.suppressed).singleElement().isInstanceOf(IOException::class.java)
      assertThat(fallbacks.sum()).isZero()
    }

  @Test
  fun a_method_without_annotation_is_called_once() = runTest {
    suspends = true
    assertThat(failureOf { orders.unretried() }).hasMessage("reset 1")
    assertThat(attempts).isEqualTo(1)
  }

  open class Repository {
    @Retryable(maxAttempts = 2)
    open suspend fun load(id: String): String = throw IOException("no $id")
  }

  @Test
  fun an_interceptor_retries_the_suspend_method_of_a_class() = runTest {
    val load = Repository::class.java.methods.single { it.name == "load" }
    val rule = RetryMethod.find(retry, null, load, Repository::class.java).orElseThrow()
    val handle = MethodHandles.lookup().unreflect(load)
    val target = Repository()
    val failure = failureOf {
      kotlin.coroutines.intrinsics.suspendCoroutineUninterceptedOrReturn<Any?> { own ->
        rule.call(
          { values ->
            attempts++
            handle.invokeWithArguments(target, *values!!)
          },
          null,
          target,
          arrayOf("o-1", own),
        )
      }
    }
    assertThat(failure).isInstanceOf(IOException::class.java).hasMessage("no o-1")
    assertThat(attempts).isEqualTo(2)
  }
}
