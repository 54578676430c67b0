/** Northwind Summit, the event that holds everything. */
export const EVENT_ID = 1;
