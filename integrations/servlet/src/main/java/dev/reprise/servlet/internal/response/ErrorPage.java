package dev.reprise.servlet.internal.response;

import org.jspecify.annotations.Nullable;

/**
 * An error page that a servlet requested with {@code sendError}.
 *
 * @param message null if the servlet gave none
 */
public record ErrorPage(@Nullable String message) {}
