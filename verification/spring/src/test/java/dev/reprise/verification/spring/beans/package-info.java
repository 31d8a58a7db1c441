/** Tests of {@code @Retryable} on Spring beans. */
package dev.reprise.verification.spring.beans;
