package dev.reprise.http;

import dev.reprise.text.PrintableText;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a request that its plan depends on; all are known before it is sent.
 *
 * <pre>{@code
 * HttpRequestInfo info =
 *     new HttpRequestInfo("POST", HttpRequestInfo.originOf(uri), HttpRequestInfo.keyOf(lines));
 * }</pre>
 *
 * <p>Immutable.
 *
 * @param method the method as it is sent, such as {@code POST}; never null
 * @param origin scheme, host and port, also if it is the default port, such as {@code
 *     https://example.com:443}; never null
 * @param key value of the idempotency key field that the caller has set, see {@link #keyOf}; null
 *     for none; an empty or blank value becomes null
 */
public record HttpRequestInfo(String method, String origin, @Nullable String key) {

  static final int MAX_METHOD_LENGTH = 20;
  private static final int MAX_HOST_LENGTH = 100;
  private static final Pattern PORT = Pattern.compile(".*:\\d+");

  /**
   * Checks the parts.
   *
   * @param method the method as it is sent
   * @param origin scheme, host and port
   * @param key the key that the caller has set; null for none
   * @throws NullPointerException if {@code method} or {@code origin} is null
   */
  public HttpRequestInfo {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(origin, "origin");
    key = key == null || IdempotencyKeyField.isEmpty(key) ? null : key;
  }

  /**
   * The description of the request in reports, events and logs. It never contains credentials, nor
   * the path or query: they may contain secrets, and have too many different values.
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
    return PrintableText.oneLine(method, MAX_METHOD_LENGTH)
        + " "
        + PrintableText.oneLine(shown, MAX_HOST_LENGTH);
  }

  /**
   * The same as {@link #subject}: neither credentials nor the key.
   *
   * @return one line of bounded length
   */
  @Override
  public String toString() {
    return subject();
  }

  /**
   * The value of the idempotency key field. It should have one line. If there are several,
   * receivers differ in which one they use, so the result is not a valid key: the request counts as
   * one without a key, and no key is added.
   *
   * @param lines lines of the field {@link IdempotencyKeyField#NAME}, as they are sent; never null
   * @return the line; several lines are joined by line feeds, which no key contains; null for none
   */
  public static @Nullable String keyOf(List<String> lines) {
    List<String> filled =
        lines.stream().filter(line -> !IdempotencyKeyField.isEmpty(line)).toList();
    return filled.isEmpty() ? null : String.join("\n", filled);
  }

  /**
   * The origin of an address.
   *
   * @param uri an address with scheme and host; never null. Hosts that {@link URI#getHost} does not
   *     recognize are accepted as well, such as {@code my_service}
   * @return the origin in lower case, with the default port of the scheme if the address names none
   * @throws IllegalArgumentException if {@code uri} has no scheme or no host
   */
  public static String originOf(URI uri) {
    if (uri.getScheme() == null || uri.getRawAuthority() == null) {
      throw new IllegalArgumentException("uri must have a scheme and a host");
    }
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    String authority = uri.getRawAuthority().toLowerCase(Locale.ROOT);
    String place = authority.substring(authority.lastIndexOf('@') + 1);
    boolean hasPort = PORT.matcher(place).matches();
    String host = hasPort || !place.endsWith(":") ? place : place.substring(0, place.length() - 1);
    String port = "https".equals(scheme) ? ":443" : ":80";
    return scheme + "://" + (hasPort ? host : host + port);
  }
}
