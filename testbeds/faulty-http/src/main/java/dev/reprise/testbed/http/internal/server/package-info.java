/** The listening side: pipelines, handlers of both protocols, scripts by path, the certificate. */
@NullMarked
package dev.reprise.testbed.http.internal.server;

import org.jspecify.annotations.NullMarked;
