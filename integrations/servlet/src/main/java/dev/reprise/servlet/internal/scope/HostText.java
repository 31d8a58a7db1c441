package dev.reprise.servlet.internal.scope;

import java.util.Locale;

/** The normal form of a host and port, so that one host has one spelling. */
public final class HostText {

  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  private HostText() {}

  /** The form of a name and a port. An IPv6 address may have brackets or not. */
  public static String normalized(String name, int port, boolean secure) {
    String lower = name.toLowerCase(Locale.ROOT);
    String host = lower.indexOf(':') >= 0 && !lower.startsWith("[") ? "[" + lower + "]" : lower;
    return port <= 0 || port == (secure ? HTTPS : HTTP) ? host : host + ":" + port;
  }

  /** The form of a text that is a name, or a name with a port. */
  public static String normalized(String host, boolean secure) {
    String defaultPort = ":" + (secure ? HTTPS : HTTP);
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(defaultPort)
        ? lower.substring(0, lower.length() - defaultPort.length())
        : lower;
  }
}
