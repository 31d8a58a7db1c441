package dev.reprise.spring.http;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.ReflectionUtils;

/**
 * The interceptors after the retries, and the sending of the request, as an execution that can be
 * used any number of times. Spring 7 passes such an execution to an interceptor. That of Spring 6
 * holds one iterator: its second use would skip all interceptors, such as one that adds the
 * authorization. So the interceptors are taken from the iterator, and each attempt calls them all.
 */
record RemainingInterceptors(
    List<ClientHttpRequestInterceptor> interceptors, ClientHttpRequestExecution last)
    implements ClientHttpRequestExecution {

  /** Class of the execution of Spring 6, and its field. */
  static final String CLASS_OF_SPRING_6 =
      "org.springframework.http.client.InterceptingClientHttpRequest$InterceptingRequestExecution";

  static final String FIELD_OF_SPRING_6 = "iterator";

  static ClientHttpRequestExecution of(ClientHttpRequestExecution execution) {
    Class<?> type = execution.getClass();
    if (!type.getName().equals(CLASS_OF_SPRING_6)) {
      return execution;
    }
    List<ClientHttpRequestInterceptor> interceptors = new ArrayList<>();
    iterator(execution)
        .forEachRemaining(next -> interceptors.add((ClientHttpRequestInterceptor) next));
    return interceptors.isEmpty() ? execution : new RemainingInterceptors(interceptors, execution);
  }

  /** Fails rather than skip interceptors in later attempts, such as one for the authorization. */
  private static Iterator<?> iterator(ClientHttpRequestExecution execution) {
    Field field = ReflectionUtils.findField(execution.getClass(), FIELD_OF_SPRING_6);
    if (field != null) {
      ReflectionUtils.makeAccessible(field);
      if (ReflectionUtils.getField(field, execution) instanceof Iterator<?> iterator) {
        return iterator;
      }
    }
    throw new IllegalStateException(
        "this version of Spring cannot be retried in an interceptor: "
            + execution.getClass().getName()
            + " has no iterator, so later attempts would skip the interceptors after the retries;"
            + " remove the client from reprise.http.clients");
  }

  @Override
  public ClientHttpResponse execute(HttpRequest request, byte[] body) throws IOException {
    return interceptors.isEmpty()
        ? last.execute(request, body)
        : interceptors.get(0).intercept(request, body, afterFirst());
  }

  private ClientHttpRequestExecution afterFirst() {
    return new RemainingInterceptors(interceptors.subList(1, interceptors.size()), last);
  }
}
