package dev.reprise.http.internal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parser of HTTP dates, in all the forms that a recipient must accept (RFC 9110, section 5.6.7).
 * The name of the day must be valid, but need not be the day of the date.
 */
public final class HttpDate {

  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
  private static final String DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
  private static final String FULL_DAY =
      "(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)";
  private static final String MONTH = "(?<month>" + String.join("|", MONTHS) + ")";
  private static final String TIME = "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)";

  private static final Pattern IMF_FIXDATE =
      Pattern.compile(DAY + ", (?<day>\\d\\d) " + MONTH + " (?<year>\\d{4}) " + TIME + " GMT");
  private static final Pattern RFC_850 =
      Pattern.compile(FULL_DAY + ", (?<day>\\d\\d)-" + MONTH + "-(?<year>\\d\\d) " + TIME + " GMT");
  private static final Pattern ASCTIME =
      Pattern.compile(DAY + " " + MONTH + " (?<day>[ \\d]\\d) " + TIME + " (?<year>\\d{4})");

  private static final int CENTURY = 100;
  private static final int FAR_YEARS = 50;
  private static final int LEAP_SECOND = 60;

  private HttpDate() {}

  /**
   * Reads a date.
   *
   * @param text value of the field, without white space around it
   * @param now reference for years of two digits
   * @return the instant; null if the text is not an HTTP date
   */
  public static @Nullable Instant parse(String text, Instant now) {
    Matcher date = IMF_FIXDATE.matcher(text);
    if (date.matches()) {
      return instant(date, number(date, "year"));
    }
    date = ASCTIME.matcher(text);
    if (date.matches()) {
      return instant(date, number(date, "year"));
    }
    date = RFC_850.matcher(text);
    return date.matches() ? nearby(date, now) : null;
  }

  /** The latest year with these digits that is not more than 50 years in the future. */
  private static @Nullable Instant nearby(Matcher date, Instant now) {
    LocalDateTime far = LocalDateTime.ofInstant(now, ZoneOffset.UTC).plusYears(FAR_YEARS);
    int year = far.getYear() - Math.floorMod(far.getYear() - number(date, "year"), CENTURY);
    Instant instant = instant(date, year);
    boolean tooFar = instant != null && instant.isAfter(far.toInstant(ZoneOffset.UTC));
    return tooFar ? instant(date, year - CENTURY) : instant;
  }

  private static @Nullable Instant instant(Matcher date, int year) {
    int second = number(date, "second");
    int leap = second == LEAP_SECOND ? 1 : 0;
    try {
      return LocalDateTime.of(
              year,
              MONTHS.indexOf(date.group("month")) + 1,
              number(date, "day"),
              number(date, "hour"),
              number(date, "minute"),
              second - leap)
          .plusSeconds(leap)
          .toInstant(ZoneOffset.UTC);
    } catch (DateTimeException noSuchDate) {
      return null;
    }
  }

  private static int number(Matcher date, String group) {
    return Integer.parseInt(date.group(group).strip());
  }
}
