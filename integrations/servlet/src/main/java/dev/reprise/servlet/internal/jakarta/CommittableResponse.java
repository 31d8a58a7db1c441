package dev.reprise.servlet.internal.jakarta;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A response that treats changes after the commit as a container does, although nothing was sent
 * yet: changes of status and header fields are ignored, and other changes throw.
 */
abstract class CommittableResponse extends HttpServletResponseWrapper {

  CommittableResponse(HttpServletResponse response) {
    super(response);
  }

  @Override
  public abstract boolean isCommitted();

  /** Ends the response: bytes that are written later are dropped. */
  abstract void finish() throws IOException;

  final void checkNotCommitted() {
    if (isCommitted()) {
      throw new IllegalStateException("the response is committed");
    }
  }

  private void unlessCommitted(Runnable change) {
    if (!isCommitted()) {
      change.run();
    }
  }

  @Override
  public void setStatus(int status) {
    unlessCommitted(() -> super.setStatus(status));
  }

  @Override
  public void setHeader(String name, @Nullable String value) {
    unlessCommitted(() -> super.setHeader(name, value));
  }

  @Override
  public void addHeader(String name, @Nullable String value) {
    unlessCommitted(() -> super.addHeader(name, value));
  }

  @Override
  public void setIntHeader(String name, int value) {
    unlessCommitted(() -> super.setIntHeader(name, value));
  }

  @Override
  public void addIntHeader(String name, int value) {
    unlessCommitted(() -> super.addIntHeader(name, value));
  }

  @Override
  public void setDateHeader(String name, long date) {
    unlessCommitted(() -> super.setDateHeader(name, date));
  }

  @Override
  public void addDateHeader(String name, long date) {
    unlessCommitted(() -> super.addDateHeader(name, date));
  }

  @Override
  public void addCookie(Cookie cookie) {
    unlessCommitted(() -> super.addCookie(cookie));
  }

  @Override
  public void setLocale(Locale locale) {
    unlessCommitted(() -> super.setLocale(locale));
  }

  @Override
  public void setContentLength(int length) {
    unlessCommitted(() -> super.setContentLength(length));
  }

  @Override
  public void setContentLengthLong(long length) {
    unlessCommitted(() -> super.setContentLengthLong(length));
  }

  @Override
  public void setContentType(@Nullable String type) {
    unlessCommitted(() -> super.setContentType(type));
  }

  @Override
  public void setCharacterEncoding(@Nullable String charset) {
    unlessCommitted(() -> super.setCharacterEncoding(charset));
  }

  @Override
  public void setTrailerFields(@Nullable Supplier<Map<String, String>> supplier) {
    checkNotCommitted();
    super.setTrailerFields(supplier);
  }
}
