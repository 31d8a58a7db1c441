package dev.reprise.spring.beans;

import dev.reprise.RetrySource;
import dev.reprise.spring.policies.Mistakes;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;

/**
 * The beans with retried methods: their policies, and the order of the advisors around them. A bean
 * of this type is defined by the starter.
 */
public final class RetriedBeans {

  private static final String ASYNC_INSIDE =
      "@Async runs inside the retries, which would see only that a task was started; let its"
          + " post-processor run after those that create proxies, without an order in @EnableAsync";

  private final Map<String, Entry> entries = new TreeMap<>();

  RetriedBeans() {}

  /**
   * A bean with retried methods.
   *
   * @param name the name of the bean
   * @param type the name of its class, or of the annotated interface if the bean has no class of
   *     its own
   * @param methods the retries of the retried methods, by {@code Class.method(Parameter)}
   * @param advisors the classes of the advices around a call, the outermost first: {@code @Async},
   *     the retries, then those that every attempt passes
   */
  public record RetriedBean(
      String name, String type, Map<String, MethodRetry> methods, List<String> advisors) {

    /**
     * Copies the collections.
     *
     * @param name the name of the bean
     * @param type the name of its class or interface
     * @param methods the retries by method
     * @param advisors the classes of the advices
     */
    public RetriedBean {
      methods = Collections.unmodifiableMap(new LinkedHashMap<>(methods));
      advisors = List.copyOf(advisors);
    }
  }

  /**
   * The retry of a method of a bean.
   *
   * @param retry the name of the retry: that of the annotation, or the simple name of the class
   * @param policy the text form of the policy: that of the named retry, or that of the annotation;
   *     null if the application's own registry has no policy of this name any more
   * @param fallback the name of the fallback method; null if there is none
   */
  public record MethodRetry(String retry, @Nullable String policy, @Nullable String fallback) {}

  /**
   * Returns the retried beans that exist. A bean with several instances is listed once, with the
   * newest.
   *
   * @return the beans, sorted by name; immutable
   */
  public List<RetriedBean> list() {
    return entries().stream().map(Entry::describe).toList();
  }

  private synchronized List<Entry> entries() {
    return List.copyOf(entries.values());
  }

  synchronized Entry add(String name, RetriedType type, Advised proxy) {
    Entry entry = new Entry(name, type, proxy);
    entries.put(name, entry);
    return entry;
  }

  void check(Mistakes mistakes) {
    entries().forEach(entry -> entry.check(mistakes));
  }

  /** Compares the annotations of the existing beans with other policies. */
  void check(RetrySource policies, Mistakes mistakes) {
    entries().forEach(entry -> entry.checkMethods(method -> method.check(policies), mistakes));
  }

  /** The retries of a bean, or of a proxy that is its target; null if there are none. */
  static @Nullable RetryAdvisor retriesOf(Object bean) {
    for (Advisor advisor : chain(bean)) {
      if (advisor instanceof RetryAdvisor retries) {
        return retries;
      }
    }
    return null;
  }

  /** The advisors of a proxy, and of the proxies that are its target. */
  private static List<Advisor> chain(@Nullable Object bean) {
    List<Advisor> chain = new ArrayList<>();
    for (Object each = bean; each instanceof Advised advised; ) {
      chain.addAll(List.of(advised.getAdvisors()));
      each = AopProxyUtils.getSingletonTarget(advised);
    }
    return chain;
  }

  /** Does not keep beans of short scopes. */
  static final class Entry {

    private final String name;
    private final RetriedType type;
    private final WeakReference<Advised> proxy;
    private volatile List<String> advisors = List.of();

    private Entry(String name, RetriedType type, Advised proxy) {
      this.name = name;
      this.type = type;
      this.proxy = new WeakReference<>(proxy);
    }

    /** Reads the policies, and looks at the order of the advisors. */
    void check(Mistakes mistakes) {
      checkMethods(RetriedMethod::rule, mistakes);
      boolean retries = false;
      for (Advisor advisor : chain(proxy.get())) {
        if (retries && AdvisorOrder.isAsync(advisor)) {
          mistakes.add(BeanChecks.mistake(name, BeanMethods.shown(type.type()), ASYNC_INSIDE));
        }
        retries |= advisor instanceof RetryAdvisor;
      }
    }

    private void checkMethods(Consumer<RetriedMethod> check, Mistakes mistakes) {
      for (RetriedMethod method : type.methods().values()) {
        try {
          check.accept(method);
        } catch (IllegalArgumentException invalid) {
          String reason = BeanChecks.withoutMethod(String.valueOf(invalid.getMessage()));
          mistakes.add(BeanChecks.mistake(name, method.place(), reason));
        }
      }
    }

    private RetriedBean describe() {
      Advised alive = proxy.get();
      if (alive != null) {
        advisors =
            chain(alive).stream().map(each -> each.getAdvice().getClass().getName()).toList();
      }
      Map<String, MethodRetry> methods = new LinkedHashMap<>();
      type.methods().forEach((label, method) -> methods.put(label, method.describe()));
      return new RetriedBean(name, type.type().getName(), methods, advisors);
    }
  }
}
