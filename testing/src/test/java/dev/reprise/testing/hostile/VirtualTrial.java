package dev.reprise.testing.hostile;

import dev.reprise.testing.hostile.Hostile.Ill;
import dev.reprise.testing.hostile.Hostile.Moment;
import dev.reprise.time.Delayer;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Makes a trial in virtual time and says what went wrong. */
final class VirtualTrial {

  private static final Duration RESCUE = Duration.ofHours(1);

  /** Ends of calls whose parts behave, which are always the same. */
  private static final Map<List<Object>, End> USUAL = new ConcurrentHashMap<>();

  private final VirtualWorld world = new VirtualWorld(1);
  private final Trial trial;
  private final List<Ill> ills;
  private final List<String> mistakes = new ArrayList<>();
  private boolean rescued;
  private boolean struck;
  private @Nullable CompletableFuture<?> call;
  private @Nullable End end;

  VirtualTrial(Shape shape, Script script, Setup setup, List<Ill> ills) {
    this.ills = ills;
    trial = new Trial(shape, script, setup, world, ills);
  }

  /** How the call ends when its hostile parts are there, and behave. */
  static End usual(Shape shape, Script script, Setup setup, Ill ill) {
    return USUAL.computeIfAbsent(
        List.of(shape, script, setup, ill.part()), cell -> behaved(shape, script, setup, ill));
  }

  private static End behaved(Shape shape, Script script, Setup setup, Ill ill) {
    Ill well = new Ill(ill.part(), ill.misbehaviour(), Moment.NEVER);
    VirtualTrial behaved = new VirtualTrial(shape, script, setup, List.of(well));
    behaved.run();
    if (behaved.end == null) {
      throw new AssertionError(behaved.trial + " behaved: " + behaved.mistakes);
    }
    return behaved.end;
  }

  boolean hasStruck() {
    return ills.get(0).hits().get() > 0;
  }

  /** What is to be unreachable, though the retry is kept. */
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

  /** Makes the call, and returns how it ended; null if it did not. */
  @Nullable End run() {
    Thread caller = Thread.currentThread();
    Delayer.Scheduled rescue = world.time.schedule(RESCUE, () -> rescue(caller));
    try {
      CompletableFuture<?> begun = trial.begin();
      call = begun;
      world.await(begun);
      look(begun);
    } catch (Throwable failure) {
      mistakes.add("the call threw at its beginning or never ended: " + Text.of(failure));
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
    if (rescued && ills.stream().noneMatch(ill -> Oracle.mayWaitForEver(ill, trial))) {
      mistakes.add("the call did not end by itself");
    }
    if (!rescued && flag != trial.isInterrupted()) {
      mistakes.add(flag ? "an interrupt is left behind" : "an interrupt is lost");
    }
    trial.hostile.disarm();
    end = End.of(trial, over);
    trial.hostile.arm();
    boolean takenBack = !trial.hostile.is(Part.DELAYER, Misbehaviour.RETURNS_NULL);
    if (takenBack && trial.environment.waiting() != 0) {
      mistakes.add(trial.environment.waiting() + " tasks are left to the timer");
    }
  }

  /** What comes late must change nothing. */
  private void settle() {
    try {
      world.time.runUntilIdle();
    } catch (Throwable failure) {
      mistakes.add("threw when all was over: " + Text.of(failure));
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
      if (part != Part.EXECUTOR) { // a timer of the user's own gives tasks to his executor itself
        mistakes.add(part + " ran on the timer's thread");
      }
    }
    for (Throwable failure : world.escaped()) {
      mistakes.add("a task threw " + Text.of(failure));
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
      mistakes.add("cancel threw " + Text.of(trial.cancelFailure()));
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
      mistakes.add("shutdown threw " + Text.of(thrown));
    }
  }

  private void checkEvents() {
    try {
      trial.heard.assertGrammar();
    } catch (AssertionError broken) {
      mistakes.add(Text.of(broken));
    }
  }

  /** All that went wrong, given how the call ends when its parts behave. */
  List<String> mistakes(End usual) {
    End seen = end;
    boolean ended = seen != null && !rescued;
    if (ended && !struck && !seen.isAs(usual)) {
      mistakes.add("nothing misbehaved, but ended as " + seen + " in place of " + usual);
    }
    if (ended && struck && !Oracle.allows(ills.get(0), trial, usual, seen)) {
      mistakes.add("ended as " + seen + "; usually " + usual);
    }
    return mistakes();
  }

  /** All that went wrong, however the call ended. */
  List<String> mistakes() {
    return mistakes.stream().map(mistake -> trial + " " + ills + ": " + mistake).toList();
  }
}
