package dev.reprise.aws;

import software.amazon.awssdk.retries.api.RetryToken;

/** Stands for one attempt of a call. Each may be refreshed or recorded once. */
final class AttemptToken implements RetryToken {

  private final SdkCall call;

  AttemptToken(SdkCall call) {
    this.call = call;
  }

  SdkCall call() {
    return call;
  }

  @Override
  public String toString() {
    return call.toString();
  }
}
