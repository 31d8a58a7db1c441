/** Retries for OkHttp: {@link dev.reprise.okhttp.RetryInterceptor}. */
@NullMarked
package dev.reprise.okhttp;

import org.jspecify.annotations.NullMarked;
