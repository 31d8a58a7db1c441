package dev.reprise.testing.faults;

import dev.reprise.testing.faults.FaultInjector.Fault;
import dev.reprise.testing.faults.FaultInjector.Moment;
import dev.reprise.time.Delayer;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Runs a trial in virtual time, and returns the errors. */
final class VirtualTrial {

  private static final Duration RESCUE = Duration.ofHours(1);

  /** The ends of calls without a fault, which are always the same. */
  private static final Map<List<Object>, CallEnd> USUAL = new ConcurrentHashMap<>();

  private final VirtualRuntime world = new VirtualRuntime(1);
  private final Trial trial;
  private final List<Fault> faults;
  private final List<String> mistakes = new ArrayList<>();
  private boolean rescued;
  private boolean struck;
  private @Nullable CompletableFuture<?> call;
  private @Nullable CallEnd end;

  VirtualTrial(Shape shape, Script script, Setup setup, List<Fault> faults) {
    this.faults = faults;
    trial = new Trial(shape, script, setup, world, faults);
  }

  /** Returns the end of the call if its wrapped parts do not misbehave. */
  static CallEnd usual(Shape shape, Script script, Setup setup, Fault fault) {
    return USUAL.computeIfAbsent(
        List.of(shape, script, setup, fault.part()), cell -> behaved(shape, script, setup, fault));
  }

  private static CallEnd behaved(Shape shape, Script script, Setup setup, Fault fault) {
    Fault well = new Fault(fault.part(), fault.misbehaviour(), Moment.NEVER);
    VirtualTrial behaved = new VirtualTrial(shape, script, setup, List.of(well));
    behaved.run();
    if (behaved.end == null) {
      throw new AssertionError(behaved.trial + " behaved: " + behaved.mistakes);
    }
    return behaved.end;
  }

  boolean hasStruck() {
    return faults.get(0).hits().get() > 0;
  }

  /** Returns references that must be cleared, although the retry is kept. */
  List<WeakReference<?>> remains() {
    List<WeakReference<?>> all = new ArrayList<>(trial.remains());
    if (trial.shape.isAsync() && call != null) {
      all.add(new WeakReference<>(call));
    }
    return all;
  }

  Object kept() {
    return trial.retry();
  }

  /** Makes the call, and returns its end; null if it did not end. */
  @Nullable CallEnd run() {
    Thread caller = Thread.currentThread();
    Delayer.Scheduled rescue = world.time.schedule(RESCUE, () -> rescue(caller));
    try {
      CompletableFuture<?> begun = trial.begin();
      call = begun;
      world.await(begun);
      look(begun);
    } catch (Throwable failure) {
      mistakes.add("the call threw at its beginning or never ended: " + FailureText.of(failure));
    }
    rescue.cancel();
    boolean unused = Thread.interrupted();
    settle();
    return end;
  }

  private void rescue(Thread caller) {
    rescued = true;
    CompletableFuture<?> begun = call;
    if (begun == null) {
      caller.interrupt();
    } else {
      begun.cancel(true);
    }
  }

  private void look(CompletableFuture<?> over) {
    boolean flag = Thread.interrupted();
    struck = trial.hostile.hasStruck();
    if (rescued && faults.stream().noneMatch(fault -> AllowedEnds.mayWaitForEver(fault, trial))) {
      mistakes.add("the call did not end by itself");
    }
    if (!rescued && flag != trial.isInterrupted()) {
      mistakes.add(flag ? "an interrupt is left behind" : "an interrupt is lost");
    }
    trial.hostile.disarm();
    end = CallEnd.of(trial, over);
    trial.hostile.arm();
    boolean takenBack = !trial.hostile.is(Part.DELAYER, Misbehaviour.RETURNS_NULL);
    if (takenBack && trial.environment.waiting() != 0) {
      mistakes.add(trial.environment.waiting() + " tasks are left to the timer");
    }
  }

  /** Runs late events, which must change nothing. */
  private void settle() {
    try {
      world.time.runUntilIdle();
    } catch (Throwable failure) {
      mistakes.add("threw after the end: " + FailureText.of(failure));
    }
    boolean unused = Thread.interrupted();
    trial.hostile.disarm();
    String books = trial.books.mistake();
    if (!books.isEmpty()) {
      mistakes.add(books);
    }
    if (trial.retry().state().view().retrying() != 0) {
      mistakes.add(trial.retry().state().view().retrying() + " callers are still retrying");
    }
    for (Object part : trial.hostile.onTimer()) {
      if (part != Part.EXECUTOR) { // a custom timer passes tasks to its own executor
        mistakes.add(part + " ran on the timer's thread");
      }
    }
    for (Throwable failure : world.escaped()) {
      mistakes.add("a task threw " + FailureText.of(failure));
    }
    checkShutdown();
    checkEvents();
    String closing = trial.work.mistake(returned());
    if (!closing.isEmpty()) {
      mistakes.add(closing);
    }
  }

  private @Nullable Object returned() {
    CompletableFuture<?> over = call;
    if (over == null || !over.isDone() || over.isCompletedExceptionally()) {
      return null;
    }
    Object value = over.join();
    return value instanceof dev.reprise.RetryResult<?> result ? result.value() : value;
  }

  private void checkShutdown() {
    if (trial.cancelFailure() != null) {
      mistakes.add("cancel threw " + FailureText.of(trial.cancelFailure()));
    }
    if (!trial.isShutDown()) {
      return;
    }
    if (trial.missingShutdownActions() != 0) {
      mistakes.add(trial.missingShutdownActions() + " actions did not run at the shutdown");
    }
    Throwable thrown = trial.shutdownFailure();
    boolean own =
        trial.hostile.involves(Part.ON_SHUTDOWN)
            && trial.hostile.thrown().stream().anyMatch(bug -> bug == thrown);
    if (thrown != null && !own) {
      mistakes.add("shutdown threw " + FailureText.of(thrown));
    }
  }

  private void checkEvents() {
    try {
      trial.recorder.assertGrammar();
    } catch (AssertionError broken) {
      mistakes.add(FailureText.of(broken));
    }
  }

  /** Returns all errors, compared with the end of the call without faults. */
  List<String> mistakes(CallEnd usual) {
    CallEnd seen = end;
    boolean ended = seen != null && !rescued;
    if (ended && !struck && !seen.isAs(usual)) {
      mistakes.add("nothing misbehaved, but ended as " + seen + " in place of " + usual);
    }
    if (ended && struck && !AllowedEnds.allows(faults.get(0), trial, usual, seen)) {
      mistakes.add("ended as " + seen + "; usually " + usual);
    }
    return mistakes();
  }

  /** Returns the errors that do not depend on the end of the call. */
  List<String> mistakes() {
    return mistakes.stream().map(mistake -> trial + " " + faults + ": " + mistake).toList();
  }
}
