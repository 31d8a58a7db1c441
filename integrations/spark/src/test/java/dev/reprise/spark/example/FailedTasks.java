package dev.reprise.spark.example;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Counts task attempts that failed, were killed or were lost with their executor. */
final class FailedTasks extends SparkListener {

  private final AtomicLong count = new AtomicLong();

  long count() {
    return count.get();
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (!end.taskInfo().successful()) {
      count.incrementAndGet();
    }
  }
}
