package dev.reprise.servlet.internal.jakarta;

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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request whose body is in memory. */
final class BufferedRequest extends BlockingRequest {

  private static final Set<String> FORM_METHODS = Set.of("POST", "PUT");

  private final byte[] body;
  private ServletInputStream in;
  private @Nullable BufferedReader reader;
  private boolean streamGiven;
  private @Nullable Charset encoding;
  private @Nullable Map<String, String[]> parameters;

  BufferedRequest(HttpServletRequest request, CommittableResponse captured, byte[] body) {
    super(request, captured);
    this.body = body;
    this.in = new BufferedInput(body);
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

  @Override
  public @Nullable String getCharacterEncoding() {
    Charset set = encoding;
    return set == null ? super.getCharacterEncoding() : set.name();
  }

  /** Has no effect after a stream or a reader was requested, as in a container. */
  @Override
  public void setCharacterEncoding(String name) throws UnsupportedEncodingException {
    if (!isBodyGiven()) {
      encoding = known(name);
    }
  }

  /** The same with a charset; containers older than Servlet 6.1 do not call it. */
  @Override
  public void setCharacterEncoding(Charset charset) {
    if (!isBodyGiven()) {
      encoding = charset;
    }
  }

  private boolean isBodyGiven() {
    return streamGiven || reader != null;
  }

  private Charset charset(Charset otherwise) throws UnsupportedEncodingException {
    String name = getCharacterEncoding();
    return name == null ? otherwise : known(name);
  }

  private static Charset known(String name) throws UnsupportedEncodingException {
    try {
      return Charset.forName(name);
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

  /**
   * The parameters of the query, then those of the form, which the container can no longer read. As
   * in a container, a form is available once: as parameters or as a body.
   */
  private Map<String, String[]> parameters() {
    Map<String, String[]> known = parameters;
    if (known == null) {
      known = super.getParameterMap();
      if (!isBodyGiven() && isForm()) {
        in = new BufferedInput(new byte[0]);
        known = withForm(known);
      }
      parameters = known;
    }
    return known;
  }

  private boolean isForm() {
    return FORM_METHODS.contains(getMethod()) && FormFields.isForm(getContentType());
  }

  private Map<String, String[]> withForm(Map<String, String[]> query) {
    try {
      return FormFields.added(query, body, charset(StandardCharsets.UTF_8));
    } catch (UnsupportedEncodingException unknown) {
      throw new MalformedFormException("the form is in an unknown charset", unknown);
    }
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
        "the parts of a request with an Idempotency-Key are available only with"
            + " fingerprintWithoutBody: its body was read for the fingerprint");
  }
}
