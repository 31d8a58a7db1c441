package dev.reprise.kotlin

import dev.reprise.batch.Batch
import dev.reprise.batch.BatchSender
import dev.reprise.batch.operation.BatchReply
import dev.reprise.batch.report.DeadItemException
import dev.reprise.batch.report.SendResult
import dev.reprise.batch.report.SenderClosedException
import dev.reprise.decision.StopReason
import dev.reprise.policy.RetryPolicy
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ConcurrentLinkedQueue
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancel
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout

/** Tests senders that coroutines and flows feed. */
@Timeout(120)
class SendersTest {

  private val accepted = ConcurrentLinkedQueue<Int>()

  /** A service that refuses the number 13. */
  private fun sender(): BatchSender<Int> =
    Batch.of(RetryPolicy.none()) { chunk: List<Int> ->
        accepted.addAll(chunk.filter { it != 13 })
        val bad = chunk.indexOf(13)
        val done = BatchReply.allDone<Int>()
        if (bad < 0) done else done.rejectingAt(bad, "bad luck")
      }
      .chunkSize(5)
      .parallelism(2)
      .sender()

  @Test
  fun `a coroutine gets the result of its item`() =
    runBlocking<Unit> {
      val sender = sender()
      val results =
        (0 until 100).map { async(Dispatchers.Default) { sender.sendSuspending(20 + it) } }

      assertThat(results.awaitAll()).hasSize(100).containsOnly(SendResult.DONE)
      assertThat(sender.closeSuspending().counts().done()).isEqualTo(100)
    }

  @Test
  fun `an item that is given up fails with its dead letter`() {
    val sender = sender()
    assertThatThrownBy { runBlocking { sender.sendSuspending(13) } }
      .isInstanceOf(DeadItemException::class.java)
    sender.close()
    assertThatThrownBy { runBlocking { sender.sendSuspending(1) } }
      .isInstanceOf(SenderClosedException::class.java)
  }

  @Test
  fun `a flow is sent completely before the function returns`() =
    runBlocking<Unit> {
      val sender = sender()
      (100 until 1_100).asFlow().sendTo(sender)

      assertThat(accepted).hasSize(1_000)
      assertThat(sender.closeSuspending().counts().done()).isEqualTo(1_000)
    }

  @Test
  fun `a failure of the flow is thrown and accepted items are still sent`() {
    val sender = sender()
    val broken = IllegalStateException("broken")
    val items = flow {
      emit(1)
      throw broken
    }
    assertThatThrownBy { runBlocking { items.sendTo(sender) } }
      .isInstanceOf(IllegalStateException::class.java)
      .hasMessage("broken")
    sender.close()
    assertThat(accepted).containsExactly(1)
  }

  @Test
  fun `a flow is not collected beyond the room of the sender`() =
    runBlocking<Unit> {
      val stages = ConcurrentLinkedQueue<CompletableFuture<BatchReply<Int>>>()
      val sender =
        Batch.ofAsync(RetryPolicy.none()) { _: List<Int> ->
            CompletableFuture<BatchReply<Int>>().also(stages::add)
          }
          .chunkSize(5)
          .linger(Duration.ofHours(1))
          .parallelism(2)
          .sender()
      val emitted = ConcurrentLinkedQueue<Int>()
      val items = flow {
        repeat(1_000) {
          emitted.add(it)
          emit(it)
        }
      }
      val job = launch(Dispatchers.Default) { items.sendTo(sender) }
      while (emitted.size <= sender.capacity()) {
        yield()
      }
      job.cancel()
      job.join()
      assertThat(emitted).hasSize(sender.capacity() + 1)
      sender.cancel()
      sender.close()
      assertThat(sender.report().join().counts().input()).isEqualTo(sender.capacity().toLong())
    }

  @Test
  fun `a silent flow ends when the sender is closed`() {
    val sender = sender()
    val items = flow {
      emit(1)
      sender.closeAsync()
      awaitCancellation()
    }
    assertThatThrownBy { runBlocking { items.sendTo(sender) } }
      .isInstanceOf(SenderClosedException::class.java)
    sender.close()
    assertThat(accepted).containsExactly(1)
  }

  @Test
  fun `a flow that has ended is sent although the sender is closed before its results`() =
    runBlocking<Unit> {
      val sender = sender()
      val items = flow {
        emit(1)
        sender.closeAsync()
      }
      items.sendTo(sender)
      assertThat(accepted).containsExactly(1)
    }

  @Test
  fun `a cancellation that the flow throws is thrown`() {
    val items = flow<Int> { throw CancellationException("no more") }
    sender().use { sender ->
      assertThatThrownBy { runBlocking { items.sendTo(sender) } }
        .isInstanceOf(CancellationException::class.java)
        .hasMessage("no more")
    }
  }

  @Test
  fun `a coroutine that is cancelled sends nothing`() =
    runBlocking<Unit> {
      val sender = sender()
      val sends =
        listOf<suspend () -> Unit>(
          { sender.sendSuspending(1) },
          { (1..500).asFlow().sendTo(sender) },
        )
      for (send in sends) {
        var thrown: Throwable? = null
        val job =
          launch(start = CoroutineStart.UNDISPATCHED) {
            currentCoroutineContext().cancel()
            thrown = runCatching { send() }.exceptionOrNull()
          }
        job.join()
        assertThat(thrown).isInstanceOf(CancellationException::class.java)
      }
      assertThat(sender.closeSuspending().counts().input()).isZero()
      assertThat(accepted).isEmpty()
    }

  @Test
  fun `a cancellation of the coroutine that closes cancels the run`() =
    runBlocking<Unit> {
      val called = CompletableFuture<Unit>()
      val sender =
        Batch.ofAsync(RetryPolicy.none()) { _: List<Int> ->
            called.complete(Unit)
            CompletableFuture<BatchReply<Int>>()
          }
          .linger(Duration.ofHours(1))
          .sender()
      val sent = sender.trySend(1).get()
      val job = launch(Dispatchers.Default) { sender.closeSuspending() }
      called.join()
      job.cancel()
      job.join()
      sender.close()

      val failure = sent.handle { _, thrown -> thrown }.join() as DeadItemException
      assertThat(failure.deadLetter().stopReason()).isEqualTo(StopReason.CANCELLED)
    }

  @Test
  fun `a cancellation of the coroutine that closes leaves the report to others`() =
    runBlocking<Unit> {
      val called = CompletableFuture<Unit>()
      val sender =
        Batch.ofAsync(RetryPolicy.none()) { _: List<Int> ->
            called.complete(Unit)
            CompletableFuture<BatchReply<Int>>()
          }
          .linger(Duration.ofHours(1))
          .sender()
      sender.trySend(1).get()
      val job = launch(Dispatchers.Default) { sender.closeSuspending() }
      called.join()
      job.cancelAndJoin()

      val report = sender.report().await()
      assertThat(report.stopReason()).isEqualTo(StopReason.CANCELLED)
      assertThat(report.deadLetters()).hasSize(1)
    }
}
