/** Tests of the store, on real databases. */
package dev.reprise.jdbc.store;
