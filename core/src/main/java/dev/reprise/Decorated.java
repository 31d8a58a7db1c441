package dev.reprise;

import dev.reprise.declared.RetryProxy;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.PrintableText;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * What every decorated thing is underneath: the functions of {@link Retry#decorateCallable} and its
 * like, the proxies of {@link RetryProxy}, and generated decorators. It knows what it decorates and
 * by which retry, prints both, and gives a view of itself with another policy. The constructor is
 * for generated code.
 *
 * <pre>{@code
 * Callable<String> fetch = retry.decorateCallable(() -> fetch(url));
 * String once = Decorated.withPolicy(fetch, patient).call();
 * }</pre>
 *
 * @param <F> what the decorated thing is used as, such as a function or an interface
 */
public abstract class Decorated<F> {

  /** How a single method of a decorated thing is retried. Prints method and policy. */
  public interface Rule {

    /**
     * Whether this adds nothing to what the retry of the whole says.
     *
     * @param retry the retry of the whole
     * @return false if the method has a policy or a retry of its own
     */
    boolean follows(Retry retry);
  }

  private final Retry retry;
  private final Object target;
  private final Function<Retry, F> view;
  private final List<? extends Rule> rules;

  /**
   * A decorated thing.
   *
   * @param retry the retry
   * @param target what is decorated
   * @param view makes one like it with another retry
   * @param rules how single methods are retried; none where the retry says all
   */
  protected Decorated(
      Retry retry, Object target, Function<Retry, F> view, List<? extends Rule> rules) {
    this.retry = Objects.requireNonNull(retry, "retry");
    this.target = Objects.requireNonNull(target, "target");
    this.view = view;
    this.rules = rules;
  }

  /**
   * Takes another policy for some calls. Nothing is read or built anew: the view shares target,
   * budget, listeners and name, and what it calls unretried stays so. Every retried method of a
   * proxy follows the policy, whatever its annotation says.
   *
   * @param decorated what a {@code decorate…} method, a {@code RetryProxy} or a generated decorator
   *     gave
   * @param policy the policy of the view
   * @param <F> what it is used as
   * @return a view of it
   * @throws IllegalArgumentException if {@code decorated} is nothing of that kind
   */
  @SuppressWarnings("unchecked") // a view is used as what it is a view of
  public static <F> F withPolicy(F decorated, RetryPolicy policy) {
    Decorated<F> it = (Decorated<F>) of(decorated);
    return it.view.apply(it.retry.withPolicy(policy));
  }

  /**
   * Looks one layer below.
   *
   * @param decorated as for {@link #withPolicy}
   * @return what it decorates, which may be decorated too
   * @throws IllegalArgumentException if {@code decorated} is nothing of that kind
   */
  public static Object targetOf(Object decorated) {
    return of(decorated).target;
  }

  /**
   * Asks for the retry.
   *
   * @param decorated as for {@link #withPolicy}
   * @return the retry that it was made with; single methods may follow others
   * @throws IllegalArgumentException if {@code decorated} is nothing of that kind
   */
  public static Retry retryOf(Object decorated) {
    return of(decorated).retry;
  }

  private static Decorated<?> of(Object decorated) {
    Object holder =
        Proxy.isProxyClass(Objects.requireNonNull(decorated, "decorated").getClass())
            ? Proxy.getInvocationHandler(decorated)
            : decorated;
    if (holder instanceof Decorated<?> found) {
      return found;
    }
    throw new IllegalArgumentException("not decorated by a retry: " + textOf(decorated));
  }

  /** What anybody's object prints as. */
  private static String textOf(Object object) {
    try {
      return PrintableText.oneLine(object.toString());
    } catch (RuntimeException | StackOverflowError bug) {
      return PrintableText.oneLine(object.getClass().getName());
    }
  }

  final Retry retry() {
    return retry;
  }

  /**
   * Retry and target, and the methods that have a policy of their own.
   *
   * @return such as {@code orders(maxAttempts=3 …) around HttpOrders@1b}
   */
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder().append(retry).append(" around ").append(textOf(target));
    for (Rule rule : rules) {
      if (!rule.follows(retry)) {
        text.append(", ").append(rule);
      }
    }
    return text.toString();
  }
}
