/** Retries for Apache HttpClient 5. Begin with {@link dev.reprise.apachehttp.HttpClientRetry}. */
@NullMarked
package dev.reprise.apachehttp;

import org.jspecify.annotations.NullMarked;
