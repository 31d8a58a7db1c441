package dev.reprise.verification.coroutines

import com.sun.management.ThreadMXBean
import java.io.IOException
import java.lang.management.ManagementFactory
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.startCoroutine
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private const val ROUNDS = 15
private const val CALLS = 200_000
private const val WAITING = 1_000_000
private val threads = ManagementFactory.getThreadMXBean() as ThreadMXBean
private var sink: Any? = null

/**
 * Compares calls with those of other libraries in one run: rounds of all contenders in turn, and
 * the median of each.
 */
public fun main(arguments: Array<String>) {
  if ("waiting" in arguments) {
    waiting()
  } else {
    calls()
  }
}

private fun calls() {
  println("| | success | one failure | exhaustion |")
  println("|---|---|---|---|")
  val columns = listOf(0, 1, 3)
  val all =
    Contender.entries.associateWith { columns.map { mutableListOf<Pair<Double, Double>>() } }
  // All columns in each round: a column that is measured first is compiled worse than the others.
  repeat(ROUNDS) {
    for ((contender, cells) in all) {
      columns.forEachIndexed { i, failures -> cells[i] += round(contender, failures) }
    }
  }
  for ((contender, cells) in all) {
    val texts =
      cells.map { rounds ->
        val measured = rounds.drop(ROUNDS / 3).sortedBy { it.first }
        val (nanos, bytes) = measured[measured.size / 2]
        "%.0f ns, %.0f bytes".format(nanos, bytes)
      }
    println("| ${contender.label} | ${texts.joinToString(" | ")} |")
  }
}

/** Nanoseconds and bytes of a call. */
private fun round(contender: Contender, failures: Int): Pair<Double, Double> {
  val bytes = threads.currentThreadAllocatedBytes
  val start = System.nanoTime()
  for (call in 1..CALLS) {
    val script = Script(failures)
    suspend { contender.call(script) }.startCoroutine(Sink)
  }
  val nanos = System.nanoTime() - start
  return nanos / CALLS.toDouble() to
    (threads.currentThreadAllocatedBytes - bytes) / CALLS.toDouble()
}

private object Sink : Continuation<Any?> {
  override val context = EmptyCoroutineContext

  override fun resumeWith(result: Result<Any?>) {
    sink = result.getOrElse { if (it is IOException) it else throw it }
  }
}

/** The heap of a million coroutines that wait, each within a `launch`. */
private fun waiting() {
  println("| | bytes of a waiting coroutine |")
  println("|---|---|")
  for (contender in Contender.entries) {
    val label = if (contender == Contender.LOOP) "`delay` alone" else contender.label
    println("| $label | ${bytesOf { contender.waiting() }} |")
  }
}

private fun bytesOf(waiting: suspend () -> Any?): Long =
  runBlocking(Dispatchers.Default) {
    measured(10_000, waiting)
    measured(WAITING, waiting)
  }

private suspend fun measured(count: Int, waiting: suspend () -> Any?): Long = coroutineScope {
  val before = used()
  // Undispatched: each one waits when the function that starts it returns.
  val all =
    launch(start = CoroutineStart.UNDISPATCHED) {
      repeat(count) { launch(start = CoroutineStart.UNDISPATCHED) { sink = waiting() } }
    }
  val bytes = (used() - before) / count
  all.cancelAndJoin()
  bytes
}

private fun used(): Long {
  repeat(3) { System.gc() }
  return Runtime.getRuntime().let { it.totalMemory() - it.freeMemory() }
}
