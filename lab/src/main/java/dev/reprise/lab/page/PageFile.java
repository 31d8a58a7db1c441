package dev.reprise.lab.page;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file of the page.
 *
 * <pre>{@code
 * Optional<PageFile> file = PageFile.at("/");
 * String type = file.orElseThrow().contentType();
 * }</pre>
 *
 * @param content the bytes of the file, a new array
 * @param contentType the value of the header {@code Content-Type}
 */
@SuppressWarnings("ArrayRecordComponent") // bytes to send, never compared
public record PageFile(byte[] content, String contentType) {

  /**
   * The value of the header {@code Content-Security-Policy} with which each file should be served:
   * the page loads nothing from other origins.
   */
  public static final String SECURITY_POLICY =
      "default-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private static final String FOLDER = "/dev/reprise/lab/web/";
  private static final String INDEX = "index.html";

  /** The files that exist; no other name reaches the class loader. */
  private static final List<String> NAMES =
      List.of(
          INDEX,
          "app.js",
          "charts.js",
          "controls.js",
          "copy.js",
          "dom.js",
          "engine-script.js",
          "engine.js",
          "engine.wasm",
          "icon.svg",
          "licences.txt",
          "map.js",
          "numbers.js",
          "papers.js",
          "simulation.js",
          "state.js",
          "style.css",
          "sweep.js",
          "uplot/LICENSE",
          "uplot/uPlot.iife.min.js",
          "uplot/uPlot.min.css",
          "worker.js");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "wasm", "application/wasm");

  /**
   * Reads a file.
   *
   * @param path the path of a request, with or without {@code /} at its beginning; {@code /} alone
   *     is the page itself
   * @return the file; empty if the page has no such file
   * @throws IllegalStateException if the file cannot be read
   */
  public static Optional<PageFile> at(String path) {
    String relative = path.startsWith("/") ? path.substring(1) : path;
    String name = relative.isEmpty() ? INDEX : relative;
    if (!NAMES.contains(name)) {
      return Optional.empty();
    }
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    return Optional.of(new PageFile(read(name), type == null ? "text/plain; charset=utf-8" : type));
  }

  /**
   * Returns the names of all files.
   *
   * @return paths without {@code /} at their beginning, {@code index.html} first
   */
  public static List<String> names() {
    return NAMES;
  }

  private static byte[] read(String name) {
    try (InputStream in = PageFile.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException("the file " + name + " of the page is missing");
      }
      return in.readAllBytes();
    } catch (IOException failure) {
      throw new IllegalStateException("the file " + name + " cannot be read", failure);
    }
  }
}
