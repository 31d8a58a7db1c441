package dev.reprise.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests every shape of a response in three ways: from a server without the filter, through the
 * filter for the first time, and as a replay. The client must receive the same, except for the
 * differences that the guide lists under "The same answer".
 */
final class SameResponses {

  /** Differences of a response that the guide lists. */
  enum Listed {
    /**
     * A handler that fails after it has started a response: its client receives only the failure.
     */
    BROKEN_OFF(true),
    /** A handler that writes a different number of bytes than it announced. */
    WRONG_LENGTH(true),
    /** A location is sent unchanged. */
    LOCATION(true),
    /** Changes after {@code sendError} are ignored. */
    AFTER_ERROR(true),
    /** Work that continues after the handler has returned is refused. */
    ASYNC(true),
    /** Responses with a status below 200 are not sent. */
    INTERIM(true),
    /** A request that cannot be read: the server's error page has a different text. */
    UNREADABLE(false),
    /** A field that cannot be sent unchanged. */
    UNFIT_FIELD(true),
    /** A field that is not valid, on a server that sends it nevertheless. */
    UNFIT_AS_SENT(false),
    /** Trailers are not recorded. */
    TRAILERS(false),
    /** A response that is too long to be recorded. */
    TOO_LONG(false);

    private final boolean ofFirst;

    Listed(boolean ofFirst) {
      this.ofFirst = ofFirst;
    }
  }

  /**
   * A shape of a response: the actions of a handler.
   *
   * @param body a character for each byte
   */
  record Shape<H>(
      String name,
      String method,
      H handler,
      String body,
      List<String> fields,
      Set<Listed> differs) {

    static <H> Shape<H> of(String name, H handler, Listed... differs) {
      return new Shape<>(name, "POST", handler, "body", List.of(), Set.of(differs));
    }

    Shape<H> by(String otherMethod) {
      return new Shape<>(name, otherMethod, handler, body, fields, differs);
    }

    Shape<H> sending(String otherBody, String... otherFields) {
      return new Shape<>(name, method, handler, otherBody, List.of(otherFields), differs);
    }

    private RawClient.Answer ask(URI server) throws IOException {
      List<String> all = new ArrayList<>(fields);
      all.add("Idempotency-Key: \"k\"");
      return RawClient.ask(server, method, "/" + name, body, all.toArray(String[]::new));
    }
  }

  private static final Set<String> FRAMING =
      Set.of("date", "content-length", "transfer-encoding", "trailer");
  private static final Set<String> NEVER_RECORDED =
      Set.of("set-cookie", "connection", "idempotency-replayed");

  private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();

  /** Counts a run of a handler. */
  void ran(String name) {
    runs.computeIfAbsent(name, absent -> new AtomicInteger()).incrementAndGet();
  }

  /** Returns all differences that are not listed. */
  List<String> differences(URI plain, URI guarded, Collection<? extends Shape<?>> shapes)
      throws IOException {
    List<String> found = new ArrayList<>();
    for (Shape<?> shape : shapes) {
      RawClient.Answer without = shape.ask(plain);
      runs.remove(shape.name());
      RawClient.Answer first = shape.ask(guarded);
      RawClient.Answer second = shape.ask(guarded);
      int ran = runs.getOrDefault(shape.name(), new AtomicInteger()).get();
      boolean isReplayed = second.header("idempotency-replayed") != null;
      boolean isRead = !shape.differs().contains(Listed.UNREADABLE) || isFine(without);
      if (!isRead) {
        differ(shape.name() + ": status, first", without.status(), first.status(), found);
        differ(shape.name() + ": status, again", without.status(), second.status(), found);
        differ(shape.name() + ": runs", 2, ran, found);
      } else if (shape.differs().stream().noneMatch(listed -> listed.ofFirst)) {
        compare(shape.name() + ", first", without, first, false, found);
      }
      if (isRead && shape.differs().stream().allMatch(Listed.UNREADABLE::equals)) {
        String again = isReplayed ? ", replayed" : ", again";
        compare(shape.name() + again, without, second, isReplayed, found);
        differ(shape.name() + ": runs", isReplayed ? 1 : 2, ran, found);
      }
      checkSafe(shape.name() + ", first", first, found);
      checkSafe(shape.name() + ", second", second, found);
    }
    return found;
  }

  private static boolean isFine(RawClient.Answer answer) {
    return answer.status().contains(" 200 ");
  }

  private static void compare(
      String name,
      RawClient.Answer plain,
      RawClient.Answer ours,
      boolean isReplayed,
      List<String> found) {
    differ(name + ": status", plain.status(), ours.status(), found);
    differ(
        name + ": headers",
        seen(plain.headers(), isReplayed),
        seen(ours.headers(), isReplayed),
        found);
    differ(name + ": body", plain.body(), ours.body(), found);
    differ(name + ": trailers", plain.trailers(), ours.trailers(), found);
    differ(name + ": whole", plain.whole(), ours.whole(), found);
    if (!isReplayed || plain.header("connection") == null) {
      differ(name + ": connection goes on", plain.goesOn(), ours.goesOn(), found);
    }
  }

  private static void differ(String what, Object plain, Object ours, List<String> found) {
    if (!plain.equals(ours)) {
      found.add(what + " plain " + shown(plain) + " ours " + shown(ours));
    }
  }

  private static String shown(Object value) {
    String text = value.toString().replace("\n", "~");
    return text.length() > 200 ? text.substring(0, 200) + "..." : text;
  }

  private static Map<String, List<String>> seen(
      Map<String, List<String>> headers, boolean isReplayed) {
    Map<String, List<String>> seen = new TreeMap<>();
    headers.forEach(
        (name, values) -> {
          if (!FRAMING.contains(name) && !(isReplayed && NEVER_RECORDED.contains(name))) {
            seen.put(name, values);
          }
        });
    return seen;
  }

  /** Checks that no value that a handler sets becomes a separate field. */
  private static void checkSafe(String name, RawClient.Answer answer, List<String> found) {
    if (answer.header("x-injected") != null) {
      found.add(name + ": was split");
    }
  }

  /** Fails with all differences. */
  void assertSame(URI plain, URI guarded, Collection<? extends Shape<?>> shapes)
      throws IOException {
    assertThat(differences(plain, guarded, shapes)).isEmpty();
  }
}
