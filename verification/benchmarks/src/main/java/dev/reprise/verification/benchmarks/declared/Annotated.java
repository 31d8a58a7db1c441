package dev.reprise.verification.benchmarks.declared;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.declared.RetryProxy;
import dev.reprise.policy.RetryPolicy;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * A call through a decorated object whose first attempt succeeds. Reprise has no time limit and no
 * budget here, as the peers have neither; but a bean has those that the starter gives it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // set up by JMH
public class Annotated {

  /** The way of decoration. */
  @Param public Kind kind;

  private Values values;
  private @Nullable AnnotationConfigApplicationContext context;

  /** Called by JMH. */
  public Annotated() {}

  /** The way in which the method is decorated. */
  public enum Kind {
    /** Not decorated. */
    UNDECORATED("undecorated"),
    /** A proxy that only forwards. */
    BARE_PROXY("bare proxy"),
    /** Reprise's proxy. */
    REPRISE_PROXY("Reprise, proxy"),
    /** The class that Reprise's processor generates. */
    REPRISE_CLASS("Reprise, generated class"),
    /** A bean that only a proxy of Spring forwards to. */
    BARE_BEAN("bare proxy of Spring"),
    /** A bean, by Reprise's starter for Spring Boot, as shipped. */
    REPRISE_BEAN("Reprise, Spring bean"),
    /** The library spring-retry. */
    SPRING_RETRY("spring-retry 2.0.13"),
    /** Spring Framework. */
    SPRING_CORE("Spring 7.0.10"),
    /** Resilience4j's aspect. */
    RESILIENCE4J("Resilience4j 2.4.0, aspect");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    /**
     * The name in tables.
     *
     * @return the name
     */
    public String title() {
      return title;
    }
  }

  /** Decorates the object. */
  @Setup
  public void decorate() {
    values =
        switch (kind) {
          case UNDECORATED -> new Values.Fixed();
          case BARE_PROXY -> BareProxy.of(new Values.Fixed());
          case REPRISE_PROXY -> RetryProxy.of(retry(), Values.class, new Values.Fixed());
          case REPRISE_CLASS -> ValuesRetry.of(retry(), new Values.Fixed());
          case BARE_BEAN -> SpringContexts.forwarding(new Values.Fixed());
          case REPRISE_BEAN -> bean(SpringContexts.reprise());
          case SPRING_RETRY -> bean(SpringContexts.springRetry());
          case SPRING_CORE -> bean(SpringContexts.springCore());
          case RESILIENCE4J -> bean(SpringContexts.resilience4j());
        };
  }

  private static Retry retry() {
    return Retry.of(RetryPolicy.builder().withoutTimeLimit().build())
        .withBudget(RetryBudget.unlimited());
  }

  private Values bean(AnnotationConfigApplicationContext made) {
    context = made;
    Values bean = made.getBean(Values.class);
    if (!AopUtils.isAopProxy(bean)) {
      throw new IllegalStateException("not decorated: " + kind);
    }
    return bean;
  }

  /** Closes the context, if there is one. */
  @TearDown
  public void close() {
    if (context != null) {
      context.close();
    }
  }

  /** One call. */
  @Benchmark
  public String one() {
    return values.value("key");
  }
}
