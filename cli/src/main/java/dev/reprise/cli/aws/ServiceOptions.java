package dev.reprise.cli.aws;

import dev.reprise.cli.argument.Arguments;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that name the address and the region of a service. */
public final class ServiceOptions {

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description =
          "Address of the service. Default: the address for the region. For an address on this "
              + "machine, dummy credentials are used, never yours.")
  private @Nullable String endpoint;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "AWS region. Default: the region in your AWS settings.")
  private @Nullable String region;

  /** Created by the parser of arguments. */
  public ServiceOptions() {}

  /**
   * A service of AWS.
   *
   * @param endpoint its address; null for that of the region
   * @param region null for the region in the AWS settings of the user
   */
  public record Address(@Nullable URI endpoint, @Nullable String region) {}

  /**
   * Checks the options.
   *
   * @throws ParameterException if the endpoint is not an HTTP or HTTPS address
   */
  public Address parse(CommandLine line) {
    URI url =
        endpoint == null
            ? null
            : Arguments.parse(line, "--endpoint", endpoint, ServiceOptions::url);
    return new Address(url, region);
  }

  /**
   * Parses an address.
   *
   * @throws IllegalArgumentException if it is not an HTTP or HTTPS address, or its port is above
   *     65,535
   */
  public static URI url(String text) {
    URI url = URI.create(text);
    String scheme = url.getScheme();
    boolean http = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
    if (!http || url.getHost() == null) {
      throw new IllegalArgumentException("must be an http or https address, but was " + text);
    }
    if (url.getPort() > Arguments.MAX_PORT) {
      throw new IllegalArgumentException(
          "must have a port of at most " + Arguments.MAX_PORT + ", but was " + text);
    }
    return url;
  }
}
