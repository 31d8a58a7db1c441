/** Retries for Apache HttpClient 5: {@link dev.reprise.apachehttp.HttpClientRetry}. */
@NullMarked
package dev.reprise.apachehttp;

import org.jspecify.annotations.NullMarked;
