/** The pools of connections that people use, and what failures leave in them. */
package dev.reprise.jdbc.classify;
