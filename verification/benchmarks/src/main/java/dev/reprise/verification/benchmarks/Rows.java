package dev.reprise.verification.benchmarks;

import dev.reprise.verification.benchmarks.calls.ActiveKeys;
import dev.reprise.verification.benchmarks.calls.BucketKind;
import dev.reprise.verification.benchmarks.declared.Annotated;
import dev.reprise.verification.benchmarks.figures.Row;
import dev.reprise.verification.benchmarks.figures.Target;
import dev.reprise.verification.benchmarks.peers.Contender;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The rows that JMH measures, with their targets. */
final class Rows {

  private static final String BARE = Contender.BARE.title();
  private static final String LOOP = Contender.LOOP.title();
  private static final String OURS = Contender.REPRISE.title();
  private static final String ONE_CLOCK = "one clock read";
  private static final String CLOCK_AND_COUNT = "one clock read and one count";
  private static final String TWO_CLOCKS = "two clock reads";
  private static final String DRAW = "exponential draw";
  private static final double A_FUTURE = 24;
  private static final double A_COPY = 128;
  private static final double A_MICROSECOND = 1_000;

  private static final List<String> PEERS = titles(Contender.peers());
  private static final List<String> STAGED =
      titles(EnumSet.of(Contender.FAILSAFE, Contender.RESILIENCE4J));
  private static final List<String> BUCKETS =
      List.of(BucketKind.AWS_SDK.title(), BucketKind.SYNCHRONIZED.title());
  private static final List<String> ASPECTS =
      List.of(
          Annotated.Kind.SPRING_RETRY.title(),
          Annotated.Kind.SPRING_CORE.title(),
          Annotated.Kind.RESILIENCE4J.title());

  private Rows() {}

  static List<Row> all() {
    List<Row> rows = new ArrayList<>();
    rows.addAll(firstTries());
    rows.addAll(failures());
    rows.add(stage("stage-completed", "A stage that is completed already"));
    rows.add(stage("stage-later", "A stage that is completed later"));
    rows.addAll(budgets("budget-success", "A first-try success recorded in one budget"));
    rows.addAll(budgets("budget-retry", "A retry granted by one budget, and its permit returned"));
    rows.add(decision());
    rows.add(annotated());
    rows.add(onKey());
    return List.copyOf(rows);
  }

  private static List<Row> firstTries() {
    Row first = row("first-try", "First try succeeds, no limit, no listener", BARE);
    Row shipped = row("as-shipped", "First try succeeds, as shipped", BARE);
    Row watched =
        row("watched", "First try succeeds, deadline, budget, listener on failures", BARE);
    return List.of(
        with(
            first,
            allocatesNothing(first, OURS),
            Target.atMost("ns over the bare call", 3, figures -> first.over(figures, OURS)),
            Target.atMost(
                    "of the best peer's overhead",
                    0.125,
                    figures ->
                        first.over(figures, OURS) / least(PEERS, peer -> first.over(figures, peer)))
                .inGate()),
        with(
            shipped,
            allocatesNothing(shipped, OURS),
            ratio(shipped, OURS, ONE_CLOCK, "x one clock read", 1.5),
            ratio(shipped, OURS, CLOCK_AND_COUNT, "x one clock read and one count", 1.5).inGate()),
        with(
            watched,
            allocatesNothing(watched, OURS),
            ratio(watched, OURS, TWO_CLOCKS, "x two clock reads", 1.3).inGate()));
  }

  private static List<Row> failures() {
    Row once = row("one-failure", "One failure, then success, no delay", LOOP);
    Row every = row("every-event", "One failure, then success, every event stored", LOOP);
    Row exhausted = row("exhaustion", "Three attempts fail, report attached", LOOP);
    String history = Contender.SPRING_CORE.title();
    return List.of(
        with(
            once,
            comparedWithPeers(once, OURS, PEERS),
            Target.bytes("B/op, " + OURS, 120, figures -> once.bytes(figures, OURS))),
        with(every, fewerBytes(every, STAGED)),
        with(
            exhausted,
            ratio(exhausted, OURS, history, "x " + history + ", which keeps a history", 1)));
  }

  private static Row stage(String id, String title) {
    Row row = row(id, title, BARE);
    return with(
        row,
        new Target(
            "B over CompletableFuture alone",
            A_FUTURE,
            0.5,
            false,
            figures -> row.bytes(figures, OURS) - row.bytes(figures, BARE)),
        comparedWithPeers(row, OURS, STAGED));
  }

  private static List<Row> budgets(String id, String title) {
    String adder = BucketKind.LONG_ADDER.title();
    List<Row> rows = new ArrayList<>();
    Row alone = row(id + "-1", title + ", 1 thread", adder);
    for (int threads : List.of(1, 2, 16)) {
      Row row =
          row(
              id + "-" + threads,
              title + ", " + threads + (threads > 1 ? " threads" : " thread"),
              adder);
      List<Target> targets = new ArrayList<>();
      targets.add(allocatesNothing(row, OURS));
      targets.add(comparedWithPeers(row, OURS, BUCKETS));
      if (threads == 2) {
        targets.add(
            Target.atMost(
                "x the time of an operation with 1 thread",
                1,
                figures -> row.best(figures, OURS) / alone.best(figures, OURS)));
      }
      rows.add(with(row, targets.toArray(Target[]::new)));
    }
    return rows;
  }

  private static Row decision() {
    String retried = "retried failure";
    String accepted = "accepted outcome";
    Row row = new Row("decision", "The decision function alone", DRAW, retried, List.of());
    return with(
        row,
        allocatesNothing(row, accepted),
        ratio(row, accepted, DRAW, "x an exponential draw, to accept", 3).inGate(),
        ratio(row, retried, DRAW, "x an exponential draw, to retry", 3));
  }

  private static Row annotated() {
    String proxy = Annotated.Kind.REPRISE_PROXY.title();
    String bare = Annotated.Kind.BARE_PROXY.title();
    String written = Annotated.Kind.REPRISE_CLASS.title();
    String bean = Annotated.Kind.REPRISE_BEAN.title();
    String spring = Annotated.Kind.SPRING_CORE.title();
    Row row = new Row("annotated", "An annotated method, first try", bare, proxy, List.of());
    return with(
        row,
        Target.bytes(
            "B over the bare proxy",
            0,
            figures -> row.bytes(figures, proxy) - row.bytes(figures, bare)),
        allocatesNothing(row, written),
        comparedWithPeers(row, proxy, ASPECTS),
        comparedWithPeers(row, written, ASPECTS),
        ratio(row, bean, spring, "x the time of Spring's @Retryable, " + bean, 1).inGate(),
        Target.atMost(
                "x the bytes of Spring's @Retryable, " + bean,
                1,
                figures -> row.bytes(figures, bean) / row.bytes(figures, spring))
            .inGate());
  }

  private static Row onKey() {
    String inTurn = ActiveKeys.FIVE_THOUSAND_IN_TURN.title();
    String atRandom = ActiveKeys.FIVE_THOUSAND.title();
    Row row =
        new Row(
            "on-key",
            "A call with a key, first try, as shipped",
            ActiveKeys.NONE.title(),
            atRandom,
            List.of());
    return with(
        row,
        Target.bytes("B/op, " + atRandom, A_COPY, figures -> row.bytes(figures, atRandom)),
        ratio(row, atRandom, row.base(), "x a call without a key, " + atRandom, 10).inGate(),
        Target.atMost("ns, " + inTurn, A_MICROSECOND, figures -> row.best(figures, inTurn)),
        Target.atMost("ns, " + atRandom, A_MICROSECOND, figures -> row.best(figures, atRandom)));
  }

  private static Row row(String id, String title, String base) {
    return new Row(id, title, base, OURS, List.of());
  }

  private static Row with(Row row, Target... targets) {
    return new Row(row.id(), row.title(), row.base(), row.ours(), List.of(targets));
  }

  private static Target allocatesNothing(Row row, String contender) {
    return Target.bytes("B/op, " + contender, 0, figures -> row.bytes(figures, contender));
  }

  private static Target ratio(Row row, String contender, String base, String words, double atMost) {
    return Target.atMost(
        words, atMost, figures -> row.best(figures, contender) / row.best(figures, base));
  }

  private static Target comparedWithPeers(Row row, String contender, List<String> peers) {
    return Target.atMost(
        "x the time of the best peer, " + contender,
        1,
        figures -> row.best(figures, contender) / least(peers, peer -> row.best(figures, peer)));
  }

  private static Target fewerBytes(Row row, List<String> peers) {
    return Target.atMost(
        "x the bytes of the best peer",
        1,
        figures -> row.bytes(figures, OURS) / least(peers, peer -> row.bytes(figures, peer)));
  }

  private static double least(List<String> peers, ToDoubleFunction<String> figure) {
    return peers.stream()
        .mapToDouble(figure)
        .filter(value -> !Double.isNaN(value))
        .min()
        .orElse(Double.NaN);
  }

  private static List<String> titles(Collection<Contender> contenders) {
    return contenders.stream().map(Contender::title).toList();
  }
}
