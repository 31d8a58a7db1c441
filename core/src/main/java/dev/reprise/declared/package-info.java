/**
 * Retries by annotation: what reads {@link dev.reprise.declared.Retryable}, and the proxies around
 * what is annotated.
 */
@NullMarked
package dev.reprise.declared;

import org.jspecify.annotations.NullMarked;
