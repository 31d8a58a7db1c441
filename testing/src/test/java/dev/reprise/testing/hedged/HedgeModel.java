package dev.reprise.testing.hedged;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A hedged call as the guide describes it, written from its tables and without the code of the
 * library: which attempts start when, what is cancelled, which permits are requested and returned,
 * and which events follow. Times are in nanoseconds since the call began.
 */
final class HedgeModel {

  /** Outcome of an attempt. */
  enum Kind {
    GOOD,
    REJECTED,
    RETRYABLE,
    HINTED,
    FUTILE
  }

  /**
   * An attempt as scripted.
   *
   * @param length time until its outcome
   */
  record Scripted(Kind kind, long length) {}

  /**
   * The settings of a call; {@link Long#MAX_VALUE} for no limit.
   *
   * @param permits number of requests that the budget grants
   */
  record Settings(
      int maxAttempts,
      int maxInFlight,
      long delay,
      long backoff,
      long within,
      long timeout,
      long hint,
      long maxHint,
      int permits) {}

  private record InFlight(int number, long start, long end, Kind kind) {}

  private final Settings settings;
  private final List<Scripted> script;
  private final List<InFlight> inFlight = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private final List<String> starts = new ArrayList<>();
  private final List<String> permits = new ArrayList<>();
  private long now;
  private int started;
  private int granted;
  private long lastStart;
  private long notBefore;
  private boolean failureSinceStart;
  private boolean refused;
  private @Nullable String end;

  HedgeModel(Settings settings, List<Scripted> script) {
    this.settings = settings;
    this.script = script;
  }

  HedgeModel play() {
    start();
    while (end == null) {
      InFlight next = firstToEnd();
      long hedge = nextHedge();
      if (hedge < next.end) {
        now = Math.max(now, hedge);
        hedge();
      } else {
        now = next.end;
        inFlight.remove(next);
        ended(next);
      }
    }
    return this;
  }

  private InFlight firstToEnd() {
    InFlight first = inFlight.get(0);
    for (InFlight one : inFlight) {
      first = one.end < first.end ? one : first;
    }
    return first;
  }

  private void start() {
    started++;
    Scripted next = script.get(started - 1);
    long left = Math.max(0, settings.within == Long.MAX_VALUE ? now : settings.within - now);
    boolean limited = settings.timeout != Long.MAX_VALUE;
    long limit =
        settings.within == Long.MAX_VALUE ? settings.timeout : Math.min(left, settings.timeout);
    boolean late = limited && next.length > limit;
    long length = late ? limit : next.length;
    inFlight.add(new InFlight(started, now, now + length, late ? Kind.RETRYABLE : next.kind));
    starts.add("#" + started + " at " + now);
    lastStart = now;
    failureSinceStart = false;
  }

  /** The time at which another attempt is due; {@link Long#MAX_VALUE} for never. */
  private long nextHedge() {
    if (refused
        || started >= settings.maxAttempts
        || inFlight.size() >= settings.maxInFlight
        || notBefore - now > settings.maxHint) {
      return Long.MAX_VALUE;
    }
    long due = Math.max(failureSinceStart ? now : lastStart + settings.delay, notBefore);
    return Math.max(due, now) >= settings.within ? Long.MAX_VALUE : due;
  }

  private boolean permit() {
    boolean grants = granted < settings.permits;
    granted += grants ? 1 : 0;
    permits.add(grants ? "granted" : "refused");
    return grants;
  }

  private void hedge() {
    if (!permit()) {
      refused = true;
      events.add("refused");
      return;
    }
    events.add("hedge " + (started + 1));
    start();
  }

  private void ended(InFlight attempt) {
    switch (attempt.kind) {
      case GOOD -> {
        cancelOthers();
        settle(attempt, true);
        events.add("accepted " + attempt.number);
        end = "SUCCEEDED";
      }
      case FUTILE -> {
        cancelOthers();
        settle(attempt, false);
        events.add("gave up " + attempt.number);
        end = "NOT_RETRYABLE";
      }
      default -> failed(attempt);
    }
  }

  private void cancelOthers() {
    for (InFlight other : inFlight) {
      settle(other, false);
      events.add("cancelled " + other.number);
    }
    inFlight.clear();
  }

  private void settle(InFlight attempt, boolean won) {
    if (attempt.number > 1) {
      permits.add(won ? "kept" : "lost");
    }
  }

  private void failed(InFlight attempt) {
    if (attempt.kind == Kind.HINTED) {
      notBefore = Math.max(notBefore, now + settings.hint);
    }
    settle(attempt, false);
    if (!inFlight.isEmpty()) {
      failureSinceStart = true;
      events.add("deferred " + attempt.number);
      return;
    }
    String why = whyNot();
    if (why != null) {
      events.add("gave up " + attempt.number);
      end = why;
      return;
    }
    events.add("retry " + attempt.number);
    now += Math.max(settings.backoff, notBefore - now);
    refused = false;
    start();
    events.add("started " + started);
  }

  private @Nullable String whyNot() {
    long hint = notBefore - now;
    if (started >= settings.maxAttempts) {
      return "ATTEMPTS";
    }
    if (hint > settings.maxHint) {
      return "HINT_TOO_LONG";
    }
    if (settings.within != Long.MAX_VALUE
        && Math.max(settings.backoff, hint) >= settings.within - now) {
      return "DEADLINE";
    }
    return permit() ? null : "BUDGET";
  }

  String log() {
    return "starts "
        + starts
        + "\nevents "
        + events
        + "\npermits "
        + permits.stream().collect(Collectors.joining(" "))
        + "\nend "
        + end
        + " after "
        + started
        + " at "
        + now;
  }
}
