package dev.reprise.jdkhttp;

import dev.reprise.RetryResult;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** The ways to send a request, with a common interface. */
enum CallKind {
  SEND {
    @Override
    <T> HttpResponse<T> send(HttpClient client, HttpRequest request, BodyHandler<T> handler)
        throws Exception {
      return client.send(request, handler);
    }
  },
  SEND_ASYNC {
    @Override
    <T> HttpResponse<T> send(HttpClient client, HttpRequest request, BodyHandler<T> handler)
        throws Exception {
      return got(client.sendAsync(request, handler));
    }
  },
  FOR_RESULT {
    @Override
    <T> HttpResponse<T> send(HttpClient client, HttpRequest request, BodyHandler<T> handler)
        throws Exception {
      return of(((RetryingHttpClient) client).sendForResult(request, handler));
    }
  },
  FOR_RESULT_ASYNC {
    @Override
    <T> HttpResponse<T> send(HttpClient client, HttpRequest request, BodyHandler<T> handler)
        throws Exception {
      return of(got(((RetryingHttpClient) client).sendForResultAsync(request, handler)));
    }
  };

  static final long SECONDS = 30;

  abstract <T> HttpResponse<T> send(HttpClient client, HttpRequest request, BodyHandler<T> handler)
      throws Exception;

  /** Returns the result of a future; its failure is thrown without a wrapper. */
  static <T> T got(CompletableFuture<T> future) throws Exception {
    try {
      return future.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof Exception cause ? cause : new IOException(failure);
    }
  }

  private static <T> HttpResponse<T> of(RetryResult<HttpResponse<T>> result) throws Exception {
    if (result.failure() instanceof Exception failure) {
      throw failure;
    }
    return result.value();
  }
}
