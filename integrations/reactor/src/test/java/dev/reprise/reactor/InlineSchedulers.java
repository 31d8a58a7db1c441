package dev.reprise.reactor;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Runs each task of the parallel scheduler at once, on the thread that schedules it. */
final class InlineSchedulers implements Schedulers.Factory {

  @Override
  public Scheduler newParallel(int parallelism, ThreadFactory threads) {
    return new Inline();
  }

  private static Disposable run(Runnable task) {
    task.run();
    return Disposables.disposed();
  }

  private static final class Inline implements Scheduler {

    @Override
    public Disposable schedule(Runnable task) {
      return run(task);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
      return run(task);
    }

    @Override
    public Worker createWorker() {
      return new InlineWorker();
    }
  }

  private static final class InlineWorker implements Scheduler.Worker {

    @Override
    public Disposable schedule(Runnable task) {
      return run(task);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
      return run(task);
    }

    @Override
    public void dispose() {}
  }
}
