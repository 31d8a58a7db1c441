package dev.reprise.aws;

import dev.reprise.classify.Failures;
import dev.reprise.decision.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Reports what a strategy does not see: the start of an attempt, and the end of lost calls. */
final class AttemptInterceptor implements ExecutionInterceptor {

  private final @Nullable Duration timeout;

  /** Creates the interceptor of a plugin, with the attempt timeout that the plugin has set. */
  AttemptInterceptor(@Nullable Duration timeout) {
    this.timeout = timeout;
  }

  @Nullable Duration timeout() {
    return timeout;
  }

  /** Runs for each attempt, before its request is sent. */
  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes attributes) {
    AttemptToken token = tokenIn(attributes);
    if (token != null) {
      RuntimeException ended = token.call().beginAttempt(token, subject(attributes));
      if (ended != null) {
        throw ended;
      }
    }
  }

  /** Removes a hint for which the SDK throws an exception in place of the error of the service. */
  @Override
  public SdkHttpResponse modifyHttpResponse(
      Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
    return RetryAfterHeaders.withoutNegative(context.httpResponse());
  }

  /** Runs when the call has failed, also by an exception that no strategy sees. */
  @Override
  public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
    AttemptToken token = tokenIn(attributes);
    if (token != null) {
      end(token, context.exception());
    }
  }

  private static void end(AttemptToken token, Throwable failure) {
    if (Failures.isInterruption(failure)) {
      token.call().abandon(StopReason.INTERRUPTED);
    } else if (Failures.isCancellation(failure)) {
      token.call().abandon(StopReason.CANCELLED);
    } else {
      token.call().ended(token, failure);
    }
  }

  /** The name of the attribute is internal to the SDK, so it is found by its value. */
  private static @Nullable AttemptToken tokenIn(ExecutionAttributes attributes) {
    for (Object value : attributes.getAttributes().values()) {
      if (value instanceof AttemptToken token) {
        return token;
      }
    }
    return null;
  }

  private static String subject(ExecutionAttributes attributes) {
    String service = attributes.getAttribute(SdkExecutionAttribute.SERVICE_NAME);
    String operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
    return service + " " + operation;
  }
}
