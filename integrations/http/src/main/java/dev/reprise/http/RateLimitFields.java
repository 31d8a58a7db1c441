package dev.reprise.http;

import dev.reprise.http.internal.StructuredField;
import dev.reprise.http.internal.StructuredField.Bare;
import dev.reprise.http.internal.StructuredField.Item;
import dev.reprise.http.internal.StructuredField.Malformed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the fields of draft-ietf-httpapi-ratelimit-headers, in the newest form and older ones. */
final class RateLimitFields {

  private RateLimitFields() {}

  /** The time until quota is available again; null if it is available now, or unknown. */
  static @Nullable Duration waitOf(HttpResponseInfo response) {
    if (!HttpHints.age(response).isZero()) {
      return null;
    }
    List<String> lines = response.header("RateLimit");
    return lines.isEmpty()
        ? ofThreeFields(response)
        : ofOneField(String.join(", ", lines), response);
  }

  private static @Nullable Duration ofOneField(String field, HttpResponseInfo response) {
    try {
      return ofList(StructuredField.list(field));
    } catch (Malformed notAList) {
      return ofDictionary(field, response);
    }
  }

  /** Draft 10, section 4: {@code "name";r=0;t=30}. */
  private static @Nullable Duration ofList(List<Item> limits) throws Malformed {
    Duration longest = null;
    for (Item limit : limits) {
      long remaining = count(limit.parameters().get("r"));
      Bare reset = limit.parameters().get("t");
      long seconds = reset == null ? -1 : count(reset);
      if (remaining == 0 && seconds >= 0) {
        longest = HttpHints.longer(longest, Duration.ofSeconds(seconds));
      }
    }
    return longest;
  }

  /** Draft 7: {@code limit=100, remaining=0, reset=30}. */
  private static @Nullable Duration ofDictionary(String field, HttpResponseInfo response) {
    try {
      Map<String, Item> members = StructuredField.dictionary(field);
      long remaining = count(bare(members.get("remaining")));
      long seconds = count(bare(members.get("reset")));
      return remaining == 0 ? Duration.ofSeconds(seconds) : null;
    } catch (Malformed neither) {
      return ofThreeFields(response);
    }
  }

  /** Drafts 3 to 6: {@code RateLimit-Remaining: 0} and {@code RateLimit-Reset: 30}. */
  private static @Nullable Duration ofThreeFields(HttpResponseInfo response) {
    Duration none = HttpHints.longest(response, "RateLimit-Remaining", RateLimitFields::seconds);
    return Duration.ZERO.equals(none)
        ? HttpHints.longest(response, "RateLimit-Reset", RateLimitFields::seconds)
        : null;
  }

  private static @Nullable Duration seconds(String value) {
    try {
      return Duration.ofSeconds(count(StructuredField.item(value).bare()));
    } catch (Malformed malformed) {
      return null;
    }
  }

  private static @Nullable Bare bare(@Nullable Item item) {
    return item == null ? null : item.bare();
  }

  private static long count(@Nullable Bare bare) throws Malformed {
    Long count = bare == null ? null : bare.countOrNull();
    if (count == null) {
      throw new Malformed("no count", 0);
    }
    return count;
  }
}
