/** The JSON protocol: request fields, their validation, and error responses. */
@NullMarked
package dev.reprise.testbed.dynamodb.protocol;

import org.jspecify.annotations.NullMarked;
