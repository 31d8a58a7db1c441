/**
 * Responses in memory, whatever the server: their content, the header fields that are recorded,
 * their stored form, and problems of RFC 9457.
 */
@NullMarked
package dev.reprise.servlet.internal.response;

import org.jspecify.annotations.NullMarked;
