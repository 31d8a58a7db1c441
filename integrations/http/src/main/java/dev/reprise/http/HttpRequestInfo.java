package dev.reprise.http;

import dev.reprise.text.PrintableText;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a request that its plan depends on, known before it is sent.
 *
 * @param method as it is sent, such as {@code POST}
 * @param origin scheme, host and port, the default one too, such as {@code https://example.com:443}
 * @param key the value of the caller's own idempotency key field, see {@link #keyOf}; null if there
 *     is none, or an empty or blank one, which names no request
 */
public record HttpRequestInfo(String method, String origin, @Nullable String key) {

  static final int LONGEST_METHOD = 20;
  private static final int LONGEST_HOST = 100;

  /**
   * Checks the parts.
   *
   * @param method as it is sent
   * @param origin scheme, host and port
   * @param key the caller's own key, or null
   * @throws NullPointerException if {@code method} or {@code origin} is null
   */
  public HttpRequestInfo {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(origin, "origin");
    key = key == null || IdempotencyKeyField.isEmpty(key) ? null : key;
  }

  /**
   * What reports, events and logs say of the request: never its path or query, which may hold
   * secrets or be without number, and never credentials.
   *
   * @return method and host, with the port if it is not that of the scheme, such as {@code GET
   *     orders.example}; one line of bounded length
   */
  public String subject() {
    int scheme = origin.indexOf("://");
    String place = scheme < 0 ? origin : origin.substring(scheme + 3);
    String host = place.substring(place.lastIndexOf('@') + 1);
    boolean isDefault =
        (origin.startsWith("http:") && host.endsWith(":80"))
            || (origin.startsWith("https:") && host.endsWith(":443"));
    String shown = isDefault ? host.substring(0, host.lastIndexOf(':')) : host;
    return PrintableText.oneLine(method, LONGEST_METHOD)
        + " "
        + PrintableText.oneLine(shown, LONGEST_HOST);
  }

  /**
   * As {@link #subject}: neither credentials nor the key.
   *
   * @return one line of bounded length
   */
  @Override
  public String toString() {
    return subject();
  }

  /**
   * The value of a field that should have one line. Of several lines nobody knows which one a
   * receiver takes, so together they are no key: the request is then one without a key, and gets
   * none.
   *
   * @param lines of the field {@link IdempotencyKeyField#NAME}, as they are sent
   * @return the line; several are joined by line feeds, which no key contains; null for none
   */
  public static @Nullable String keyOf(List<String> lines) {
    List<String> filled =
        lines.stream().filter(line -> !IdempotencyKeyField.isEmpty(line)).toList();
    return filled.isEmpty() ? null : String.join("\n", filled);
  }

  /**
   * The origin of an address.
   *
   * @param uri with scheme and host; a host that {@link URI#getHost} does not know for one, such as
   *     {@code my_service}, is one here
   * @return in lower case, with the port of the scheme if it names none
   * @throws IllegalArgumentException if it has no scheme or no host
   */
  public static String originOf(URI uri) {
    if (uri.getScheme() == null || uri.getRawAuthority() == null) {
      throw new IllegalArgumentException("uri must have a scheme and a host");
    }
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    String authority = uri.getRawAuthority().toLowerCase(Locale.ROOT);
    String place = authority.substring(authority.lastIndexOf('@') + 1);
    boolean hasPort = place.matches(".*:\\d+");
    String host = hasPort || !place.endsWith(":") ? place : place.substring(0, place.length() - 1);
    String port = "https".equals(scheme) ? ":443" : ":80";
    return scheme + "://" + (hasPort ? host : host + port);
  }
}
