package dev.reprise.servlet;

import dev.reprise.text.PrintableText;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request whose body was read before. */
final class ReadRequest extends BlockingRequest {

  private final byte[] body;
  private final ServletInputStream in;
  private @Nullable BufferedReader reader;
  private boolean streamGiven;
  private @Nullable Map<String, String[]> parameters;

  ReadRequest(HttpServletRequest request, CapturedResponse captured, byte[] body) {
    super(request, captured);
    this.body = body;
    this.in = new ReadInput(body);
  }

  @Override
  public ServletInputStream getInputStream() {
    if (reader != null) {
      throw new IllegalStateException("getReader was called before");
    }
    streamGiven = true;
    return in;
  }

  @Override
  public BufferedReader getReader() throws IOException {
    if (streamGiven) {
      throw new IllegalStateException("getInputStream was called before");
    }
    BufferedReader given = reader;
    if (given == null) {
      given = new BufferedReader(new InputStreamReader(in, charset(StandardCharsets.ISO_8859_1)));
      reader = given;
    }
    return given;
  }

  private Charset charset(Charset otherwise) throws UnsupportedEncodingException {
    String name = getCharacterEncoding();
    try {
      return name == null ? otherwise : Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
      throw new UnsupportedEncodingException(PrintableText.oneLine(name));
    }
  }

  @Override
  public @Nullable String getParameter(String name) {
    String[] values = parameters().get(name);
    return values == null ? null : values[0];
  }

  @Override
  public String @Nullable [] getParameterValues(String name) {
    String[] values = parameters().get(name);
    return values == null ? null : values.clone();
  }

  @Override
  public Enumeration<String> getParameterNames() {
    return Collections.enumeration(parameters().keySet());
  }

  @Override
  public Map<String, String[]> getParameterMap() {
    return Collections.unmodifiableMap(parameters());
  }

  /** Those of the query, then those of the form; the container cannot read the form any more. */
  private Map<String, String[]> parameters() {
    Map<String, String[]> known = parameters;
    if (known == null) {
      try {
        known =
            FormFields.isForm(getContentType())
                ? FormFields.added(super.getParameterMap(), body, charset(StandardCharsets.UTF_8))
                : super.getParameterMap();
      } catch (UnsupportedEncodingException unknown) {
        throw new IllegalStateException("the form cannot be read", unknown);
      }
      parameters = known;
    }
    return known;
  }

  @Override
  public Part getPart(String name) {
    throw noParts();
  }

  @Override
  public Collection<Part> getParts() {
    throw noParts();
  }

  private static IllegalStateException noParts() {
    return new IllegalStateException(
        "the parts of a request with an Idempotency-Key can only be had with"
            + " fingerprintWithoutBody, since its body was read for the fingerprint");
  }
}
