package dev.reprise.spring.grpc;

import dev.reprise.grpc.GrpcRetry;

/**
 * Changes the settings of gRPC channels that no policy has: rules for status codes, idempotent
 * methods, limits of buffers. Beans of this type are applied in their order, once for each policy
 * that channels use, and again after its policy was reloaded:
 *
 * <pre>{@code
 * GrpcRetryCustomizer idempotent =
 *     (policy, settings) -> settings.idempotentMethod("shop.Orders/Find");
 * }</pre>
 */
@FunctionalInterface
public interface GrpcRetryCustomizer {

  /**
   * Changes the settings of the channels with one policy.
   *
   * @param policy name of the policy
   * @param settings the settings so far
   * @return the settings to use
   */
  GrpcRetry customize(String policy, GrpcRetry settings);
}
