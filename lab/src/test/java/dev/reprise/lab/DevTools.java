package dev.reprise.lab;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of Chromium that a test drives through the DevTools protocol. */
final class DevTools implements AutoCloseable {

  private static final Pattern LISTENING =
      Pattern.compile("DevTools listening on ws://([^/\\s]+)/");
  private static final Pattern PAGE =
      Pattern.compile(
          "\"type\": \"page\",[^}]*?\"webSocketDebuggerUrl\": \"([^\"]+)\"", Pattern.DOTALL);
  private static final Pattern ID = Pattern.compile("^\\{\"id\":(\\d+)[,}]");
  private static final Pattern VALUE = Pattern.compile("\"value\":\"([^\"]*)\"");
  private static final Pattern DATA = Pattern.compile("\"data\":\"([^\"]*)\"");
  private static final int PATIENCE_SECONDS = 60;

  private final Chromium.Opened browser;
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<String>> replies = new ConcurrentHashMap<>();

  private DevTools(Chromium.Opened browser, String address) throws Exception {
    this.browser = browser;
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Replies())
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Opens an address in a window of a width and height. */
  static DevTools open(Chromium chromium, String address, int width, int height) throws Exception {
    Chromium.Opened browser =
        chromium.open(
            address,
            "--remote-debugging-port=0",
            "--window-size=" + width + "," + height,
            "--hide-scrollbars");
    try {
      DevTools page = new DevTools(browser, pageOf(portOf(browser)));
      page.awaitLoaded();
      return page;
    } catch (Exception failure) {
      browser.close();
      throw failure;
    }
  }

  private static String portOf(Chromium.Opened browser) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < end) {
      String log = Files.readString(browser.log(), StandardCharsets.ISO_8859_1);
      Matcher listening = LISTENING.matcher(log);
      if (listening.find()) {
        return listening.group(1);
      }
      browser.process().waitFor(20, TimeUnit.MILLISECONDS);
    }
    throw new IOException("the browser does not listen");
  }

  private static String pageOf(String host) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + host + "/json")).build();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < end) {
      String pages = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
      Matcher page = PAGE.matcher(pages);
      if (page.find()) {
        return page.group(1);
      }
    }
    throw new IOException("the browser has no page");
  }

  /** Collects the replies, which may come in parts. */
  private final class Replies implements WebSocket.Listener {

    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        Matcher id = ID.matcher(text);
        if (id.find()) {
          replies.remove(Integer.valueOf(id.group(1))).complete(text.toString());
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private String send(String method, String parameters) throws Exception {
    int id = ids.incrementAndGet();
    CompletableFuture<String> reply = new CompletableFuture<>();
    replies.put(id, reply);
    socket
        .sendText(
            "{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}", true)
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return reply.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Evaluates JavaScript that may await, and returns its value as text. */
  String evaluate(String script) throws Exception {
    String whole =
        "(async () => encodeURIComponent(String(await (async () => {" + script + "})())))()";
    String parameters =
        new JsonWriter()
            .object()
            .name("expression")
            .value(whole)
            .name("awaitPromise")
            .value(true)
            .name("returnByValue")
            .value(true)
            .endObject()
            .text();
    String reply = send("Runtime.evaluate", parameters);
    Matcher value = VALUE.matcher(reply);
    if (reply.contains("exceptionDetails") || !value.find()) {
      throw new IllegalStateException(reply);
    }
    return URLDecoder.decode(value.group(1).replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Does what leads to a different page, such as a click, and waits until that one is complete. */
  void leaveBy(String script) throws Exception {
    evaluate("window.isLeft = true; setTimeout(() => {" + script + "}); return 0");
    awaitLoaded();
  }

  /** Opens a different page in the same window, and waits until it is complete. */
  void open(String address) throws Exception {
    evaluate("window.isLeft = true; return 0");
    send("Page.navigate", new JsonWriter().object().name("url").value(address).endObject().text());
    awaitLoaded();
  }

  /** Enters text where the focus is. */
  void type(String text) throws Exception {
    send("Input.insertText", new JsonWriter().object().name("text").value(text).endObject().text());
  }

  /** Waits until the last document is replaced; what is evaluated meanwhile fails. */
  private void awaitLoaded() throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!isLoaded()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("the page is not loaded after " + PATIENCE_SECONDS + " s");
      }
      Thread.sleep(10);
    }
  }

  private boolean isLoaded() throws Exception {
    try {
      return evaluate(
              "return !window.isLeft && location.protocol !== 'about:'"
                  + " && document.readyState === 'complete'")
          .equals("true");
    } catch (IllegalStateException replaced) {
      return false;
    }
  }

  /** Waits until an expression is true. */
  void await(String expression) throws Exception {
    evaluate(
        "for (let i = 0; i < 3000 && !("
            + expression
            + "); i++) { await new Promise(resume => setTimeout(resume, 10)); }"
            + " if (!("
            + expression
            + ")) { throw new Error('in vain'); }");
  }

  /** Presses a key, such as {@code Tab}, {@code Enter} or {@code ArrowRight}. */
  void press(String key, int code) throws Exception {
    String text = key.equals("Enter") ? ",\"text\":\"\\r\"" : "";
    for (String type : new String[] {"keyDown", "keyUp"}) {
      send(
          "Input.dispatchKeyEvent",
          "{\"type\":\"%s\",\"key\":\"%s\",\"code\":\"%s\",\"windowsVirtualKeyCode\":%d%s}"
              .formatted(type, key, key, code, type.equals("keyDown") ? text : ""));
    }
  }

  /** Lets the page read and write the clipboard, as if its window had the focus. */
  void allowClipboard() throws Exception {
    send("Emulation.setFocusEmulationEnabled", "{\"enabled\":true}");
    send(
        "Browser.grantPermissions",
        "{\"permissions\":[\"clipboardReadWrite\",\"clipboardSanitizedWrite\"]}");
  }

  /** Shows the page as on a device. */
  void show(int width, int height, boolean isDark) throws Exception {
    send(
        "Emulation.setDeviceMetricsOverride",
        "{\"width\":%d,\"height\":%d,\"deviceScaleFactor\":1,\"mobile\":false}"
            .formatted(width, height));
    send(
        "Emulation.setEmulatedMedia",
        "{\"media\":\"\",\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"%s\"}]}"
            .formatted(isDark ? "dark" : "light"));
  }

  /** Shows the page as on paper; {@link #show} ends it. */
  void print() throws Exception {
    send("Emulation.setEmulatedMedia", "{\"media\":\"print\"}");
  }

  /** Writes a picture of the page. */
  void picture(Path file) throws Exception {
    Matcher data = DATA.matcher(send("Page.captureScreenshot", "{\"captureBeyondViewport\":true}"));
    if (!data.find()) {
      throw new IllegalStateException("there is no picture");
    }
    Files.write(file, Base64.getDecoder().decode(data.group(1)));
  }

  Chromium.Opened browser() {
    return browser;
  }

  @Override
  public void close() {
    socket.abort();
    browser.close();
  }
}
