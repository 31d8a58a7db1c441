package dev.reprise.servlet;

import java.util.Locale;

/** The host and port of a request, so that one host has one spelling. */
final class HostText {

  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  private HostText() {}

  /** Of a name, with brackets or without if it is an IPv6 address, and a port. */
  static String normalized(String name, int port, boolean secure) {
    String lower = name.toLowerCase(Locale.ROOT);
    String host = lower.indexOf(':') >= 0 && !lower.startsWith("[") ? "[" + lower + "]" : lower;
    return port <= 0 || port == (secure ? HTTPS : HTTP) ? host : host + ":" + port;
  }

  /** Of a name with a port or without. */
  static String normalized(String host, boolean secure) {
    String own = ":" + (secure ? HTTPS : HTTP);
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(own) ? lower.substring(0, lower.length() - own.length()) : lower;
  }
}
