package dev.reprise.verification.benchmarks.peers;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import java.util.EnumSet;
import java.util.Set;

/**
 * The libraries that are measured. Each is created only on demand, so a process that measures one
 * of them loads no other.
 */
public enum Contender {
  /** The operation itself. */
  BARE("bare call"),
  /** A loop around the operation. */
  LOOP("loop by hand"),
  /** A stage that depends on the operation's. */
  DEPENDENT("one dependent stage"),
  /** Reprise. */
  REPRISE("Reprise"),
  /** Failsafe. */
  FAILSAFE("Failsafe 3.3.2"),
  /** Resilience4j. */
  RESILIENCE4J("Resilience4j 2.4.0"),
  /** spring-retry, a separate project. */
  SPRING_RETRY("spring-retry 2.0.13"),
  /** Spring Framework's {@code core.retry}. */
  SPRING_CORE("Spring 7.0.10 core.retry");

  private final String title;

  Contender(String title) {
    this.title = title;
  }

  /**
   * Creates it.
   *
   * @param settings of the calls
   * @return a peer to bind operations to
   */
  public Peer with(PeerSettings settings) {
    return switch (this) {
      case BARE -> new BarePeer();
      case LOOP -> new LoopPeer(settings.maxAttempts());
      case DEPENDENT -> new DependentPeer();
      case REPRISE -> ReprisePeer.of(settings);
      case FAILSAFE -> new FailsafePeer(settings);
      case RESILIENCE4J -> new Resilience4jPeer(settings);
      case SPRING_RETRY -> new SpringRetryPeer(settings);
      case SPRING_CORE -> new SpringCorePeer(settings);
    };
  }

  /**
   * Creates it, for Reprise also with the standard budget, which the others lack.
   *
   * @param settings of the calls
   * @return a peer to bind operations to
   */
  public Peer budgeted(PeerSettings settings) {
    return this == REPRISE ? ReprisePeer.budgeted(settings) : with(settings);
  }

  /**
   * Creates it with its default attempts, waits and limits.
   *
   * @return a peer to bind operations to
   */
  public Peer asShipped() {
    return switch (this) {
      case REPRISE -> new ReprisePeer(Retry.of(RetryPolicy.defaults()));
      case FAILSAFE -> FailsafePeer.asShipped();
      case RESILIENCE4J -> Resilience4jPeer.asShipped();
      case SPRING_RETRY -> SpringRetryPeer.asShipped();
      case SPRING_CORE -> SpringCorePeer.asShipped();
      case BARE, LOOP, DEPENDENT -> with(PeerSettings.PLAIN);
    };
  }

  /**
   * The name and version in tables.
   *
   * @return the title
   */
  public String title() {
    return title;
  }

  /**
   * All libraries except Reprise.
   *
   * @return a new set
   */
  public static Set<Contender> peers() {
    return EnumSet.range(FAILSAFE, SPRING_CORE);
  }
}
